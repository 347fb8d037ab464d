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

/** The furthest first: what matters most to somebody who is alive. */
const byImportance: readonly AliveState[] = [
  'released',
  'window',
  'looking',
  'waiting',
  'too_late',
  'stopped',
];

/** The state that the owner's answer would meet; undefined for a draft, which nobody knows of. */
export function aliveStateOf(report: DeathReportRow): AliveState | undefined {
  const { state, stoppedBy } = report;
  // What a trusted contact said, or staff did, is not the owner's own word.
  const isOwn = isOwnersWord(stoppedBy);
  switch (state) {
    case 'draft':
      return undefined;
    case 'awaiting_proof':
    case 'in_review':
      return 'waiting';
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

/** The report goes on unless the owner answers, or it has led to a release and its owner has not said themselves that they are alive. */
export function isOpenToAnswer(report: DeathReportRow): boolean {
  const state = aliveStateOf(report);
  return state !== undefined && open.includes(state);
}

/** Of all reports about an owner the one that matters most; else the one that was `asked` about. */
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

/** What a link or a code that others may hold says of a report. */
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
