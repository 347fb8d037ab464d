import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { lockOwner, updateUser } from '../../../accounts/profile/profile.ts';
import { announcePaid } from './announce-paid.ts';
import { type PaidState, restarted, standingForDelivery, stopped } from './lapse.ts';

type Timekeeping = Pick<Services, 'clock' | 'jobs'>;
type ClockState = Pick<PaidState, 'lapseStoppedAt'> & Partial<Pick<PaidState, 'lapsePausedSeconds'>>;

/**
 * From now on the time after a lapse of this owner's plan stands still, since they may have died. `diedOn` is the day of a death that
 * was verified (YYYY-MM-DD): it stands still since that day began in UTC then, so that who was current on it is. Doing it again is harmless.
 */
export function stopLapseClock(
  tx: Tx,
  services: Timekeeping,
  userId: string,
  { diedOn }: { diedOn?: string | undefined } = {},
): Promise<void> {
  return setClock(tx, services, userId, (account, now) => stopped(account, earlier(now, diedOn)));
}

/** The owner has not died, as far as anybody knows: time goes on from where it stood still. Nothing where it did not. */
export function restartLapseClock(tx: Tx, services: Timekeeping, userId: string): Promise<void> {
  return setClock(tx, services, userId, restarted);
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
