import { and, asc, eq, isNull, lte, notInArray } from 'drizzle-orm';
import { carriesLink } from '../../../../../shared/outbox/channels.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { agreedNow } from '../../../../platform/database-time.ts';
import { enqueueMail } from '../../../outbox/messages/mails/mails.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { record } from '../../../system/audit/audit.ts';
import { deliveryQueue } from '../../deliveries/deliveries.table.ts';
import { receivedReminders } from '../received.table.ts';

const perSweep = 100;

/** Writes the reminders whose day has come, each once. Somebody who wants nothing more on that day gets none, then or later. */
export async function sweepReminders(services: Services): Promise<void> {
  const { db, clock, sweeps } = services;
  const { id, remindAt, sentAt } = receivedReminders;
  const due = await db
    .select({ id })
    .from(receivedReminders)
    .where(
      and(
        isNull(sentAt),
        lte(remindAt, agreedNow(clock)),
        notInArray(id, sweeps.putOff('received-reminders')),
      ),
    )
    .orderBy(asc(remindAt), asc(id))
    .limit(perSweep);
  await sweeps.each('received-reminders', due, (reminder) => sendReminder(services, reminder.id));
}

/** The mail has the reminder's id, so that a restored database that has forgotten it does not send it again. */
function sendReminder(services: Services, id: string): Promise<void> {
  const { db, clock } = services;
  return inTransaction(db, async (tx) => {
    const [due] = await tx
      .update(receivedReminders)
      .set({ sentAt: clock.now() })
      .where(
        and(
          eq(receivedReminders.id, id),
          isNull(receivedReminders.sentAt),
          lte(receivedReminders.remindAt, agreedNow(clock)),
        ),
      )
      .returning();
    if (!due || (await wantsNothing(tx, due.recipientId))) return;
    const [delivery] = await tx.select().from(deliveryQueue).where(eq(deliveryQueue.id, due.deliveryId));
    if (!delivery?.sentTo || !carriesLink(delivery.channel)) return;
    const { userId, sentTo: toAddress, channel } = delivery;
    await enqueueMail(tx, services, {
      ...{ id, kind: 'received-reminder', userId, toAddress, channel },
      subjectId: due.recipientId,
      details: { delivery: delivery.id },
      mayBeSentSince: due.remindAt,
    });
    await record(tx, clock.now(), {
      action: 'recipient.reminded',
      actor: 'system',
      userId,
      subjectId: due.recipientId,
    });
  });
}

async function wantsNothing(tx: Tx, recipientId: string): Promise<boolean> {
  const [row] = await tx
    .select({ declinedAt: recipients.declinedAt })
    .from(recipients)
    .where(eq(recipients.id, recipientId));
  return row?.declinedAt !== null;
}
