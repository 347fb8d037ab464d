import { and, eq, type SQL } from 'drizzle-orm';
import { isWaiting, outboxMails } from '../server/features/outbox/messages/mails/mails.table.ts';
import { sendMails } from '../server/features/outbox/messages/mails/sending/sending.ts';
import { mailHandlers } from '../server/mail-handlers.ts';
import type { Services } from '../server/platform/context.ts';
import type { MailKind } from '../shared/outbox/mail-kinds.ts';
import { eventually } from './app.ts';

/** Runs the job of one mail of the outbox. */
export function sendMail(services: Services, mailId: string): Promise<void> {
  return sendMails(services, mailHandlers, [mailId]);
}

/** Sends every waiting mail to an address. */
export function sendMailsTo(services: Services, toAddress: string): Promise<void> {
  return sendWaiting(services, eq(outboxMails.toAddress, toAddress));
}

/** Sends every waiting mail about a recipient, schedule or delivery. */
export function sendMailsAbout(services: Services, subjectId: string): Promise<void> {
  return sendWaiting(services, eq(outboxMails.subjectId, subjectId));
}

/** Sends every waiting mail of a kind. */
export function sendMailsOf(services: Services, kind: MailKind): Promise<void> {
  return sendWaiting(services, eq(outboxMails.kind, kind));
}

async function sendWaiting(services: Services, which: SQL): Promise<void> {
  const waiting = await services.db
    .select({ id: outboxMails.id })
    .from(outboxMails)
    .where(and(which, isWaiting));
  const ids = waiting.map(({ id }) => id);
  await sendMails(services, mailHandlers, ids);
}

/** Waits until a worker has sent every mail to an address, and recorded that. */
export async function untilAllIsSent({ db }: Services, toAddress: string): Promise<void> {
  const waiting = and(eq(outboxMails.toAddress, toAddress), isWaiting);
  await eventually(async () => (await db.$count(outboxMails, waiting)) === 0, `every mail to ${toAddress}`);
}
