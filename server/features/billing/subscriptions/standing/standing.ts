import { resumeAfterPayment } from '../../../../job-list.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { announce } from '../../../../platform/events.ts';
import { lockOwner, updateUser } from '../../../accounts/profile/profile.ts';
import { type PaidState, paused, resumed, standingForDelivery } from './standing-state.ts';

export { limitReached, readLimits } from './limits.ts';
export { countPaidThrough, isPaidFor } from './paid-through.ts';
export {
  afterPaying,
  graceMonths,
  type PaidState,
  type PastDue,
  planInForce,
  type Standing,
  standingForDelivery,
  standingOf,
} from './standing-state.ts';

type Timekeeping = Pick<Services, 'clock' | 'jobs'>;
type ClockState = Pick<PaidState, 'lapseStoppedAt'> & Partial<Pick<PaidState, 'lapsePausedSeconds'>>;

/**
 * Pauses the time after a lapse of this owner's plan, since they may have died. `diedOn` is the day of a verified death (YYYY-MM-DD):
 * the pause then begins with that day in UTC, so that an account that was current on it stays current. Idempotent.
 */
export function pauseLapseClock(
  tx: Tx,
  services: Timekeeping,
  userId: string,
  { diedOn }: { diedOn?: string | undefined } = {},
): Promise<void> {
  return setClock(tx, services, userId, (account, now) => paused(account, earlier(now, diedOn)));
}

/** The owner is alive, as far as anybody knows: the time continues from where it was paused. No effect if it was not. */
export function resumeLapseClock(tx: Tx, services: Timekeeping, userId: string): Promise<void> {
  return setClock(tx, services, userId, resumed);
}

function earlier(now: Date, diedOn: string | undefined): Date {
  const day = diedOn && new Date(`${diedOn}T00:00:00Z`);
  return day && day < now ? day : now;
}

async function setClock(
  tx: Tx,
  services: Timekeeping,
  userId: string,
  change: (account: PaidState, now: Date) => ClockState,
): Promise<void> {
  const now = services.clock.now();
  const before = await lockOwner(tx, userId);
  const columns = change(before, now);
  if (columns.lapseStoppedAt?.getTime() === before.lapseStoppedAt?.getTime()) return;
  const after = await updateUser(tx, services, userId, columns);
  const wasCurrent = standingForDelivery(before, now).state === 'current';
  if (!wasCurrent && standingForDelivery(after, now).state === 'current')
    await announcePaid(tx, services, userId);
}

/** Resumes what waits for this owner's payment, within seconds, and updates their open pages. Call it wherever the plan may have become paid. */
export async function announcePaid(tx: Tx, { jobs }: Pick<Services, 'jobs'>, userId: string): Promise<void> {
  await jobs.enqueue(tx, resumeAfterPayment, [{ userId }]);
  await announce(tx, userId, ['stats']);
}
