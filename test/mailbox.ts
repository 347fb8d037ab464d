import { and, desc, eq } from 'drizzle-orm';
import { isWaiting, outboxMails } from '../server/features/outbox/messages/mails/mails.table.ts';
import type { Services } from '../server/platform/context.ts';
import { mailboxMessages } from '../server/platform/mail/mailbox.table.ts';
import { hashToken } from '../server/platform/random.ts';
import { eventually } from './app.ts';

export type MailboxMessage = typeof mailboxMessages.$inferSelect;

/** Everything that was sent to `address`, newest first. */
export async function mailTo(services: Services, address: string): Promise<MailboxMessage[]> {
  const messages = await services.db.select().from(mailboxMessages).orderBy(desc(mailboxMessages.id));
  return messages.filter((message) => message.toAddress === address);
}

/** How many messages with the link of a delivery were sent to `address`. */
export async function lettersTo(services: Services, address: string): Promise<number> {
  return (await mailTo(services, address)).filter(({ text }) => text.includes('/received/')).length;
}

/** Waits for the first message to `address`. */
export function firstMailTo(services: Services, address: string): Promise<MailboxMessage> {
  return eventually(async () => (await mailTo(services, address)).at(-1), `a message to ${address}`);
}

/** The token of the delivery link in a message. */
export function receivedTokenIn(message: MailboxMessage): string {
  const token = /\/received\/([\w-]{43})/.exec(message.text)?.[1];
  if (!token) throw new Error(`No delivery link in: ${message.text}`);
  return token;
}

/** The latest six-digit code in a message to `address`. */
export async function codeTo(services: Services, address: string): Promise<string> {
  const codes = (await mailTo(services, address)).map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]);
  const code = codes.find((found) => found !== undefined);
  if (!code) throw new Error(`No code was sent to ${address}`);
  return code;
}

/** Waits for a link to `page`, such as `reset-password`, sent to `address`, and returns its token; the newest one. */
export function linkTokenTo(
  services: Services,
  address: string,
  page: string,
  besides: readonly string[] = [],
): Promise<string> {
  const link = new RegExp(`/${page}/([\\w-]{43})`);
  return eventually(async () => {
    const messages = await mailTo(services, address);
    const tokens = messages.flatMap(({ text }) => link.exec(text)?.[1] ?? []);
    const token = tokens.find((one) => !besides.includes(one));
    return token && (await isRecorded(services, token)) ? token : undefined;
  }, `a link to ${page} at ${address}`);
}

/** Whether it is also recorded that the mail with this link was sent: some links are valid from then on. */
async function isRecorded({ db }: Services, token: string): Promise<boolean> {
  return (await db.$count(outboxMails, and(eq(outboxMails.tokenHash, hashToken(token)), isWaiting))) === 0;
}
