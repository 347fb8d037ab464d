import type { z } from 'zod';
import type { AliveStanding, AliveState } from '../../../../../shared/after-death/alive.ts';
import { isOwnersWord } from '../../../../../shared/after-death/staff-death-reports.ts';
import type { Queryable } from '../../../../platform/database.ts';
import { countGone } from '../releases/releases.ts';
import { isAliveAfterRelease } from './death-report-state.ts';
import type { DeathReportRow } from './death-reports.table.ts';

type Standing = z.output<typeof AliveStanding>;

/** In these states the owner's answer changes something. */
const open: readonly AliveState[] = ['waiting', 'window', 'looking', 'released'];

/** Most advanced first: what matters most to an owner who is alive. */
const byImportance: readonly AliveState[] = [
  'released',
  'window',
  'looking',
  'waiting',
  'too_late',
  'stopped',
];

/** The state in which the owner's answer would find the report; undefined for a draft, which nobody knows about. */
export function aliveStateOf(report: DeathReportRow): AliveState | undefined {
  const { state, stoppedBy } = report;
  // An answer by a trusted contact or by staff is not the owner's own.
  const isOwn = isOwnersWord(stoppedBy);
  switch (state) {
    case 'draft':
      return undefined;
    case 'awaiting_proof':
    case 'in_review':
      // Staff decide even so while the account is being deleted.
      return isOwn ? 'stopped' : 'waiting';
    case 'objection_window':
      return 'window';
    case 'stopped':
      return isOwn ? 'stopped' : 'looking';
    case 'released':
      return isOwn && isAliveAfterRelease(report) ? 'too_late' : 'released';
    case 'closed':
    case 'rejected':
    case 'revoked':
      return state;
  }
}

/** The report would go on unless the owner answers, or it led to a release and the owner has not yet said they are alive. */
export function isOpenToAnswer(report: DeathReportRow): boolean {
  const state = aliveStateOf(report);
  return state !== undefined && open.includes(state);
}

/** Of all reports about an owner, the one that matters most; if there are none, the one `asked` about. */
export function mostImportant<Asked extends DeathReportRow | undefined>(
  reports: readonly DeathReportRow[],
  asked: Asked,
): DeathReportRow | Asked {
  for (const state of byImportance) {
    const found = reports.find((report) => aliveStateOf(report) === state);
    if (found) return found;
  }
  return asked;
}

/** What a link or code says about a report. Somebody other than the owner may be holding it. */
export async function readStanding(
  db: Queryable,
  firstName: string,
  report: DeathReportRow,
  changed: boolean,
): Promise<Standing> {
  const state = aliveStateOf(report) ?? 'closed';
  const { submittedAt, createdAt, objectionEndsAt, stoppedAt, stoppedBy } = report;
  const answeredBy = isOwnersWord(stoppedBy) && state !== 'released' && state !== 'window' ? stoppedBy : null;
  return {
    firstName,
    reportedAt: submittedAt ?? createdAt,
    state,
    endsAt: state === 'window' ? objectionEndsAt : null,
    answeredAt: answeredBy && stoppedAt,
    answeredBy,
    gone: state === 'too_late' ? await countGone(db, report.id) : null,
    changed,
  };
}
