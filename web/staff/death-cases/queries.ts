import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { StaffRelease } from '../../../shared/after-death/releases.ts';
import type { StaffCorrectionList } from '../../../shared/after-death/staff-corrections.ts';
import type {
  OtherEvidence,
  StaffDeathReport,
  WarningAnswers,
} from '../../../shared/after-death/staff-death-reports.ts';
import { download, read, write } from '../../lib/api/request.ts';
import { staffKey } from '../console/queries.ts';

const root = '/api/admin/death-reports';

/** A report as it is now, also when it has left the list; `listed` until that is read. */
export function useStaffReport(id: string | undefined, listed: StaffDeathReport | undefined) {
  return useQuery<StaffDeathReport>({
    queryKey: staffKey('death-reports', id),
    enabled: id !== undefined,
    ...(listed && { placeholderData: listed }),
    retry: false,
  });
}

type Place = NonNullable<StaffRelease['next']>;

/** A release with a page of what had left. */
export function useStaffRelease(id: string, place: Place | null) {
  return useQuery<StaffRelease>({
    queryKey: staffKey('releases', id, place),
    queryFn: ({ signal }) =>
      read<StaffRelease>(
        `/api/admin/releases/${id}?${new URLSearchParams(place ? { ...place, afterBegun: String(place.afterBegun) } : {})}`,
        { signal },
      ),
  });
}

/** A page of what trusted contacts corrected after a release. */
export function useCorrections(releaseId: string, place: StaffCorrectionList['next']) {
  return useQuery<StaffCorrectionList>({
    queryKey: staffKey('releases', releaseId, 'corrections', place),
    queryFn: ({ signal }) =>
      read<StaffCorrectionList>(
        `/api/admin/releases/${releaseId}/corrections?${new URLSearchParams(place ?? {})}`,
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

/** Decides about a report as it was seen. */
export function sendDecision(
  report: StaffDeathReport,
  act: 'approvals' | 'rejection' | 'stop' | 'sign-set-aside' | 'account',
  fields: {
    reason: string;
    note?: string;
    userId?: string;
    stoppedAt?: string | null;
    warnings?: WarningAnswers;
  },
): Promise<StaffDeathReport> {
  const { id, state, round, approvals, proofs } = report;
  return write<StaffDeathReport>(act === 'account' ? 'PUT' : 'POST', `${root}/${id}/${act}`, {
    ...fields,
    seen: { state, round, approvals: approvals.length, proofs: proofs.length },
  });
}

export function viewProof(reportId: string, proofId: string, reason: string): Promise<Blob> {
  return download(`${root}/${reportId}/proofs/${proofId}/view`, { reason });
}

export async function viewOtherEvidence(reportId: string, reason: string): Promise<string> {
  const path = `${root}/${reportId}/other-evidence/view`;
  return (await write<z.input<typeof OtherEvidence>>('POST', path, { reason })).text;
}

export function revokeRelease(releaseId: string, reason: string): Promise<StaffRelease> {
  return write<StaffRelease>('POST', `/api/admin/releases/${releaseId}/revoke`, { reason });
}
