import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { type SessionType, sessionKinds } from '../../../../../shared/care/session-catalogue.ts';
import { advisoryLock } from '../../../../platform/advisory-lock.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { isHoldOver } from './booking-state.ts';
import { type BookingRow, counselorBookings } from './counselor-bookings.table.ts';

/** Waits until nobody else is giving out or freeing a place in this slot. Lock the owner first, and bookings after it. */
export async function lockSlot(
  tx: Tx,
  { sessionType, startsAt }: Pick<BookingRow, 'sessionType' | 'startsAt'>,
): Promise<void> {
  await advisoryLock(tx, `${sessionType} session at ${startsAt.toISOString()}`);
}

/** The first free place in a slot, which the caller has locked; frees those whose hold has ended. */
export async function findFreePlace(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  { sessionType, startsAt }: { sessionType: SessionType; startsAt: Date },
): Promise<number | undefined> {
  const holders = await tx
    .select()
    .from(counselorBookings)
    .where(
      and(
        eq(counselorBookings.startsAt, startsAt),
        eq(counselorBookings.sessionType, sessionType),
        isNotNull(counselorBookings.place),
      ),
    );
  const over = holders.filter((holder) => isHoldOver(holder, clock.now()));
  if (over.length > 0)
    await tx
      .update(counselorBookings)
      .set({ place: null })
      .where(
        inArray(
          counselorBookings.id,
          over.map(({ id }) => id),
        ),
      );
  const taken = new Set(holders.flatMap((holder) => (over.includes(holder) ? [] : (holder.place ?? []))));
  const places = Array.from({ length: sessionKinds[sessionType].places }, (_, at) => at + 1);
  return places.find((place) => !taken.has(place));
}
