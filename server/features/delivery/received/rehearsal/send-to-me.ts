import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { RehearsalSendForm } from '../../../../../shared/delivery/rehearsal.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Queryable } from '../../../../platform/database.ts';
import { AppError, requireFound } from '../../../../platform/errors.ts';
import { newId } from '../../../../platform/ids.ts';
import { type UserRow, users } from '../../../accounts/profile/profile.table.ts';
import { isEmailVerified } from '../../../accounts/profile/profile.ts';
import { memories } from '../../../memories/memories/memories.table.ts';
import { enqueueMail, type PrepareMail } from '../../../outbox/messages/mails/mails.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { memoryRecipients, schedules } from '../../deliveries/deliveries.table.ts';
import { writeMessage } from '../previews/previews.ts';
import { findMessage } from './find-message.ts';
import { rehearsalMail } from './rehearsal.mail.tsx';

type Form = z.output<typeof RehearsalSendForm>;

/**
 * Mails the owner what somebody would get, marked as a rehearsal; returns where it is sent. It has no effects
 * and tells nobody else. 404 for somebody else's plan, 409 while the owner's address is not confirmed.
 */
export async function sendToMe(services: Services, owner: UserRow, form: Form): Promise<{ to: string }> {
  if (!isEmailVerified(services, owner))
    throw new AppError('conflict', 'Please confirm your email address first');
  await loadPlanned(services.db, owner.id, form);
  await inTransaction(services.db, (tx) =>
    enqueueMail(tx, services, {
      kind: 'rehearsal',
      userId: owner.id,
      subjectId: form.scheduleId,
      details: { recipientId: form.recipientId },
      dedupeKey: `rehearsal:${newId()}`,
    }),
  );
  return { to: owner.email };
}

async function loadPlanned(db: Queryable, userId: string, { scheduleId, recipientId }: Form) {
  const [row] = await db
    .select({ memory: memories, recipient: recipients, schedule: schedules })
    .from(schedules)
    .innerJoin(memories, eq(memories.id, schedules.memoryId))
    .innerJoin(memoryRecipients, eq(memoryRecipients.scheduleId, schedules.id))
    .innerJoin(recipients, eq(recipients.id, memoryRecipients.recipientId))
    .where(and(eq(schedules.id, scheduleId), eq(schedules.userId, userId), eq(recipients.id, recipientId)));
  return requireFound(row, 'This delivery');
}

/** Dropped if it is no longer planned. */
const prepareRehearsal: PrepareMail = async (tx, services, { userId, subjectId, details }) => {
  const recipientId = details['recipientId'];
  if (!userId || !subjectId || !recipientId) return undefined;
  const [owner] = await tx.select().from(users).where(eq(users.id, userId));
  const planned = await loadPlanned(tx, userId, { scheduleId: subjectId, recipientId }).catch(
    () => undefined,
  );
  if (!owner || !planned) return undefined;
  const { memory, recipient, schedule } = planned;
  const { things, isTold } = await findMessage(tx, services, owner, planned);
  const message = await writeMessage(services, recipient, { owner, things, schedule, isTold });
  const content = await rehearsalMail({
    ownerName: owner.firstName,
    recipientName: recipient.firstName,
    heading: message.subject ?? 'A text message',
    message: message.paragraphs.join('\n\n'),
    look:
      things.length === 1
        ? `You can see that page as ${recipient.firstName} would.`
        : `You can see the one that you chose, “${memory.title}”, as ${recipient.firstName} would.`,
    link: `${services.config.publicUrl}/preview/${memory.id}?for=${recipientId}`,
  });
  return { ...content, to: owner.email, atMostOnce: true };
};

export const rehearsalMails = { rehearsal: prepareRehearsal };
