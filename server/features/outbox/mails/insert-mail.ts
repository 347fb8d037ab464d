import { sendMails } from '../../../job-list.ts';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { outboxMails } from './mails.table.ts';

/** Writes a mail and enqueues its job. False when there is one with this key already. */
export async function insertMail(
  tx: Tx,
  { jobs, clock }: Pick<Services, 'jobs' | 'clock'>,
  mail: Omit<typeof outboxMails.$inferInsert, 'createdAt'>,
): Promise<boolean> {
  const [inserted] = await tx
    .insert(outboxMails)
    .values({ ...mail, createdAt: clock.now() })
    .onConflictDoNothing()
    .returning({ id: outboxMails.id });
  if (inserted) await jobs.enqueue(tx, sendMails, [{ mailIds: [inserted.id] }]);
  return inserted !== undefined;
}
