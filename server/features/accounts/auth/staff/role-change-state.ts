import { wholeDaysAfter } from '../../../../platform/clock.ts';
import type { StaffRoleChangeRow } from './staff.table.ts';

/** A proposal that nobody confirms within this many days lapses. */
const openDays = 14;

export type RoleChangeEvent =
  /** A second member agrees. */
  | { kind: 'confirmed'; by: string }
  /** Another member refuses this colleague. */
  | { kind: 'refused'; by: string }
  /** The proposer takes it back. */
  | { kind: 'taken-back'; by: string }
  /** The proposer is no longer staff, or it was open for too long. */
  | { kind: 'ended' };

type Facts = Pick<StaffRoleChangeRow, 'state' | 'kind' | 'userId' | 'proposedBy' | 'proposedAt'>;

export function openUntil({ proposedAt }: Pick<Facts, 'proposedAt'>): Date {
  return wholeDaysAfter(proposedAt, openDays);
}

export function isOpen(row: Pick<Facts, 'state' | 'proposedAt'>, now: Date): boolean {
  return row.state === 'proposed' && openUntil(row) > now;
}

/**
 * The states of a change of somebody's role: which columns of its row `event` changes, or undefined if it
 * does not apply. Neither the proposer nor the person concerned can confirm it. Only a grant can be refused:
 * otherwise a dishonest member could keep their second account staff by refusing every proposal to end that.
 */
export function afterEvent(
  row: Facts,
  event: RoleChangeEvent,
  now: Date,
): Partial<StaffRoleChangeRow> | undefined {
  if (event.kind === 'ended')
    return row.state === 'proposed' ? { state: 'ended', decidedAt: now } : undefined;
  if (!isOpen(row, now)) return undefined;
  const { by } = event;
  const decided = { decidedAt: now, decidedBy: by };
  if (event.kind === 'taken-back')
    return by === row.proposedBy ? { state: 'taken_back', ...decided } : undefined;
  if (by === row.proposedBy || by === row.userId) return undefined;
  if (event.kind === 'confirmed') return { state: 'made', ...decided };
  return row.kind === 'grant' ? { state: 'refused', ...decided } : undefined;
}

export interface WhoDecides {
  kind: StaffRoleChangeRow['kind'];
  proposedBy: string;
  userId: string;
  /** Every member of staff whose approval counts; not those whom a colleague made staff within the last days. */
  standing: ReadonlySet<string>;
}

/**
 * How many members of staff a change takes: two, as long as somebody else can confirm it. A member who is alone may make somebody staff, and
 * may take the role from somebody whose approval does not count yet. Where the approval of exactly two counts, neither can remove the other;
 * the operator can.
 */
export function whatItTakes({
  kind,
  proposedBy,
  userId,
  standing,
}: WhoDecides): 'one' | 'two' | 'the operator' {
  if ([...standing].some((id) => id !== proposedBy && id !== userId)) return 'two';
  return kind === 'withdrawal' && standing.has(userId) ? 'the operator' : 'one';
}
