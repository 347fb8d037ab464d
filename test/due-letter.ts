import { eq } from 'drizzle-orm';
import { onTestFinished } from 'vitest';
import { deliveryQueue } from '../server/features/delivery/deliveries/deliveries.table.ts';
import { deliverBatch } from '../server/features/delivery/deliveries/send/deliver-batch.ts';
import { startDueSchedules } from '../server/features/delivery/deliveries/start/start.ts';
import type { Services } from '../server/platform/context.ts';
import { openSmtpMailer } from '../server/platform/mail/smtp-mailer.ts';
import { type Reaction, startSmtpServer } from './fakes/smtp-server.ts';
import { seedSchedules } from './seed.ts';

/** One letter that is due, with a mail server of its own; `attempt` makes one attempt to send it. No worker may run at the same time. */
export async function dueLetter(services: Services) {
  const { db, clock } = services;
  const smtp = await startSmtpServer();
  const mailer = openSmtpMailer({ url: smtp.url, from: 'letters@example.org' });
  onTestFinished(() => mailer.close().then(() => smtp.close()));
  const { ownerIds } = await seedSchedules(db, { count: 1, dueAt: clock.now() });
  const [ownerId = ''] = ownerIds;
  await startDueSchedules(services);
  const reload = async () => {
    const [row] = await db.select().from(deliveryQueue).where(eq(deliveryQueue.userId, ownerId));
    if (!row) throw new Error('Nothing was started');
    return row;
  };
  const { id } = await reload();
  return {
    id,
    ownerId,
    /** The mails of this letter that the server kept. */
    messages: smtp.messages,
    reload,
    /** Sends it if it is due, with this reaction to the final dot; returns what became of its row. */
    async attempt(answer: Reaction) {
      smtp.behave(({ stage }) => (stage === 'message' ? answer : 'accept'));
      await deliverBatch({ ...services, mailer }, [id]);
      return reload();
    },
    /** The token in the link of the mail that arrived. */
    token: () => /received\/([\w-]{43})/.exec(smtp.messages[0]?.parsed?.text ?? '')?.[1] ?? '',
  };
}
