import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { StaffRelease } from '../../../shared/after-death/releases.ts';
import type { OtherEvidence } from '../../../shared/after-death/staff-case-decisions.ts';
import type { StaffCorrectionList } from '../../../shared/after-death/staff-corrections.ts';
import type { StaffDeathReport } from '../../../shared/after-death/staff-death-reports.ts';
import { write } from '../../lib/api/request.ts';
import { download } from '../../lib/save-file.ts';
import { queryValues, staffKey } from '../console/queries.ts';

const root = '/api/admin/death-reports';

/** A report as it is now, even after it has left the list; `listed` until it has been read. */
export function useStaffReport(id: string | undefined, listed: StaffDeathReport | undefined) {
  return useQuery<StaffDeathReport>({
    queryKey: staffKey('death-reports', id),
    enabled: id !== undefined,
    ...(listed && { placeholderData: listed }),
    retry: false,
  });
}

export function useStaffRelease(id: string, place: StaffRelease['next']) {
  return useQuery<StaffRelease>({ queryKey: staffKey('releases', `${id}?${inQuery(place)}`) });
}

export function useCorrections(releaseId: string, place: StaffCorrectionList['next']) {
  return useQuery<StaffCorrectionList>({
    queryKey: staffKey('releases', releaseId, `corrections?${inQuery(place)}`),
    placeholderData: keepPreviousData,
  });
}

function inQuery(place: object | null): string {
  return String(new URLSearchParams(queryValues({ ...place })));
}

/** A report as it was seen: a decision about something that has changed since is refused. */
export function seenOf({ state, round, approvals, proofs }: StaffDeathReport) {
  return { state, round, approvals: approvals.length, proofs: proofs.length };
}

export function chooseAccount(
  report: StaffDeathReport,
  userId: string,
  reason: string,
): Promise<StaffDeathReport> {
  return write('PUT', `${root}/${report.id}/account`, { reason, userId, seen: seenOf(report) });
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
