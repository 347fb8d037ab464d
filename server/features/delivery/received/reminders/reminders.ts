import { and, eq, isNull } from 'drizzle-orm';
import { reminderMaxDays } from '../../../../../shared/delivery/received-limits.ts';
import type { Tx } from '../../../../platform/database.ts';
import { fieldError } from '../../../../platform/errors.ts';
import { newId } from '../../../../platform/ids.ts';
import { daysAfter, instantOf, wallClockAt } from '../../../../platform/local-time.ts';
import type { Page } from '../pages.ts';
import { receivedReminders } from '../received.table.ts';

/** In the owner's time zone: we do not know the recipient's. */
const localTime = '12:00';

interface Wish {
  recipientId: string;
  /** `YYYY-MM-DD` */
  on: string;
  now: Date;
}

/** Stores the day, replacing an earlier one. The caller has locked the recipient. 400 for a day that is not in the future, or too far off. */
export async function askForReminder(
  tx: Tx,
  { delivery, owner }: Page,
  { recipientId, on, now }: Wish,
): Promise<void> {
  const { timezone } = owner;
  const today = wallClockAt(now, timezone).localDate;
  if (on <= today || on > daysAfter(today, reminderMaxDays))
    throw fieldError('on', 'Please choose a day within the next year');
  const wish = {
    id: newId(),
    deliveryId: delivery.id,
    remindOn: on,
    remindAt: instantOf({ localDate: on, localTime, timezone }),
    sentAt: null,
    createdAt: now,
  };
  await tx
    .insert(receivedReminders)
    .values({ recipientId, ...wish })
    .onConflictDoUpdate({ target: receivedReminders.recipientId, set: wish });
}

/** False if there was no request. A reminder that was sent cannot be taken back. */
export async function cancelReminder(tx: Tx, recipientId: string): Promise<boolean> {
  const { rowCount } = await tx
    .delete(receivedReminders)
    .where(and(eq(receivedReminders.recipientId, recipientId), isNull(receivedReminders.sentAt)));
  return (rowCount ?? 0) > 0;
}
