import { itemsOf, missingFor, missingWords } from '../../../shared/after-death/missing-for-approval.ts';
import type { StaffDeathReport, WarningAnswers } from '../../../shared/after-death/staff-death-reports.ts';
import { useListKeys } from '../console/list-keys.tsx';
import type { Asked } from './account-dialog.tsx';
import { focusNextWarning } from './case-warnings.tsx';
import { mayApprove } from './labels.ts';
import type { Opened } from './opened-proof.tsx';

interface ReportKeys {
  reports: readonly StaffDeathReport[];
  /** The one that is shown, which is also the one that has the focus in the list. */
  report: StaffDeathReport | undefined;
  me: string | undefined;
  answers: WarningAnswers;
  opened: Opened;
  ask: (asked: Asked) => void;
  isOff: boolean;
}

export function useReportKeys({ reports, report, me, answers, opened, ask, isOff }: ReportKeys) {
  const verify = () => {
    if (!report || !mayApprove(report, me)) return;
    if (missingWords(missingFor(report, answers))) focusNextWarning();
    else ask({ act: 'approve', answers });
  };
  const reject = () => {
    if (report?.acts.includes('reject') && !report.obstacle) ask({ act: 'reject' });
  };
  const openNumber = (index: number) => () => {
    const next = report && !report.obstacle && nthToOpen(report, index);
    if (next) ask(next);
  };
  return useListKeys({
    ids: reports.map(({ id }) => id),
    shown: report?.id,
    onOpen: () => {
      const next = report && !report.obstacle && whatToOpen(report, opened);
      if (next) ask(next);
    },
    openLabel: 'open the proof with a reason',
    keys: [
      { key: 'v', label: 'verify', act: verify },
      { key: 'x', label: 'reject', act: reject },
      { key: 'w', label: 'next warning', act: focusNextWarning },
      {
        key: 's',
        label: 'stop the window',
        act: () => report?.acts.includes('stop') && ask({ act: 'stop' }),
      },
      { key: 'a', label: 'verify', act: verify },
      { key: 'r', label: 'reject', act: reject },
      ...(report ? itemsOf(report).slice(0, 9) : []).map((_, index) => ({
        key: `${index + 1}`,
        label: `open proof ${index + 1}`,
        act: openNumber(index),
      })),
    ],
    isOff,
  });
}

function nthToOpen({ proofs, hasOtherEvidence }: StaffDeathReport, index: number): Asked | undefined {
  const proof = proofs[index];
  if (proof) return { act: 'open-proof', proof };
  return hasOtherEvidence && index === proofs.length ? { act: 'read-evidence' } : undefined;
}

/** The first proof or evidence that is not open yet. */
function whatToOpen(report: StaffDeathReport, opened: Opened): Asked | undefined {
  const proof = report.proofs.find(({ id }) => opened[id] === undefined);
  if (proof) return { act: 'open-proof', proof };
  return report.hasOtherEvidence && opened[report.id] === undefined ? { act: 'read-evidence' } : undefined;
}
