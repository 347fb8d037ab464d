import { sendMails } from '../../../job-list.ts';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { type MailKind, outboxMails } from './mails.table.ts';

const mailsPerJob = 100;
/** Come by the thousand, and go out after all others. */
const bulkKind: MailKind = 'delivered';

/** Writes mails of one kind and enqueues their jobs. Answers how many were new, by their id and key. */
export async function insertMails(
  tx: Tx,
  { jobs, clock }: Pick<Services, 'jobs' | 'clock'>,
  mails: readonly Omit<typeof outboxMails.$inferInsert, 'createdAt'>[],
): Promise<number> {
  if (mails.length === 0) return 0;
  const createdAt = clock.now();
  const inserted = await tx
    .insert(outboxMails)
    .values(mails.map((mail) => ({ ...mail, createdAt })))
    .onConflictDoNothing()
    .returning({ id: outboxMails.id });
  const payloads = Array.from({ length: Math.ceil(inserted.length / mailsPerJob) }, (_, n) => ({
    mailIds: inserted.slice(n * mailsPerJob, (n + 1) * mailsPerJob).map(({ id }) => id),
  }));
  const priority = mails[0]?.kind === bulkKind ? -1 : 0;
  await jobs.enqueue(tx, sendMails, payloads, { priorities: payloads.map(() => priority) });
  return inserted.length;
}
