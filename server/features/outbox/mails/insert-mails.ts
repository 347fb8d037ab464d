import type { MailKind } from '../../../../shared/outbox/mail-kinds.ts';
import { sendMails } from '../../../job-list.ts';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { outboxMails } from './mails.table.ts';

const mailsPerJob = 100;
/** Come by the thousand: they go out after all others, and wait a little, so that one mail can stand for many. */
const bulkKinds: readonly MailKind[] = ['delivered', 'staff-delivery-failed'];
const gatherSeconds = 60;

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
    .returning({ id: outboxMails.id, heldUntil: outboxMails.heldUntil });
  const ready = inserted.filter(({ heldUntil }) => heldUntil === null);
  const payloads = Array.from({ length: Math.ceil(ready.length / mailsPerJob) }, (_, n) => ({
    mailIds: ready.slice(n * mailsPerJob, (n + 1) * mailsPerJob).map(({ id }) => id),
  }));
  const isBulk = mails.some(({ kind }) => bulkKinds.includes(kind));
  const options = isBulk ? { priorities: payloads.map(() => -1), startAfterSeconds: gatherSeconds } : {};
  await jobs.enqueue(tx, sendMails, payloads, options);
  return inserted.length;
}
