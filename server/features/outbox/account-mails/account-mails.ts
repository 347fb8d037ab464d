import { and, eq, gt, gte, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import { sendAccountMail } from '../../../job-list.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import type { Queryable, Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { deriveToken, hashToken } from '../../../platform/random.ts';
import { type AccountMailRow, accountMails, type LinkKind, type NoticeKind } from './account-mails.table.ts';

type MailServices = Pick<Services, 'jobs' | 'clock'>;
type LinkServices = MailServices & Pick<Services, 'appSecret'>;

/** A link whose holder has proven to read the mail of `userId` at `toAddress`. */
export type OpenedLink = AccountMailRow & { userId: string };

/**
 * Tells the owner of an account what has happened to it, at the address it has now. With an `id` it is told once,
 * however often this is called; false when it was told before.
 */
export function tellOwnerLater(
  tx: Tx,
  services: MailServices,
  owner: { id: string; email: string },
  kind: NoticeKind,
  details: Record<string, string> = {},
  id = newId(),
): Promise<boolean> {
  return writeMail(tx, services, { id, kind, userId: owner.id, toAddress: owner.email, details });
}

interface NewLink {
  kind: LinkKind;
  /** Null where anybody may ask for it: who it is for is looked up when it is sent. */
  userId: string | null;
  toAddress: string;
  validMinutes: number;
}

/** Sends a link that works for so long. Its token is derived, so that each try to send it sends the same. */
export async function sendLinkLater(
  tx: Tx,
  services: LinkServices,
  { validMinutes, ...link }: NewLink,
): Promise<void> {
  const id = newId();
  await writeMail(tx, services, {
    ...link,
    id,
    tokenHash: hashToken(linkToken(services, id)),
    validUntil: minutesAfter(services.clock.now(), validMinutes),
  });
}

/** The token of the link in the mail with this id; kept as its hash only. */
export function linkToken({ appSecret }: Pick<Services, 'appSecret'>, mailId: string): string {
  return deriveToken(appSecret, 'account-link', mailId);
}

async function writeMail(
  tx: Tx,
  { jobs, clock }: MailServices,
  mail: Omit<typeof accountMails.$inferInsert, 'createdAt'>,
): Promise<boolean> {
  const written = await tx
    .insert(accountMails)
    .values({ ...mail, createdAt: clock.now() })
    .onConflictDoNothing()
    .returning({ mailId: accountMails.id });
  await jobs.enqueue(tx, sendAccountMail, written);
  return written.length > 0;
}

/** The link with this token, while it works; 404 in the same words whatever is the matter with it. */
export async function findLink(db: Queryable, now: Date, kind: LinkKind, token: string): Promise<OpenedLink> {
  const [link] = await db
    .select()
    .from(accountMails)
    .where(worksStill(now, kind, token));
  return opened(link);
}

/** The same, and it works no more: of two who use it at once one gets it. */
export async function spendLink(tx: Tx, now: Date, kind: LinkKind, token: string): Promise<OpenedLink> {
  const [link] = await tx
    .update(accountMails)
    .set({ usedAt: now })
    .where(worksStill(now, kind, token))
    .returning();
  return opened(link);
}

function worksStill(now: Date, kind: LinkKind, token: string) {
  return and(
    eq(accountMails.tokenHash, hashToken(token)),
    eq(accountMails.kind, kind),
    isNull(accountMails.usedAt),
    gt(accountMails.validUntil, now),
    isNotNull(accountMails.userId),
  );
}

function opened(link: AccountMailRow | undefined): OpenedLink {
  const { userId } = link ?? {};
  if (!link || !userId) throw linkGone();
  return { ...link, userId };
}

/** The same words whatever is the matter with a link. */
export function linkGone(): AppError {
  return new AppError('not_found', 'This link was used already or is too old. Please ask for a new one.');
}

/** Takes back the links of these kinds that were made for an account, since an instant where one is given. */
export async function revokeLinks(
  tx: Tx,
  userId: string,
  kinds: readonly LinkKind[],
  since?: Date,
): Promise<void> {
  const which = and(eq(accountMails.userId, userId), inArray(accountMails.kind, [...kinds]));
  await tx.delete(accountMails).where(since ? and(which, gte(accountMails.createdAt, since)) : which);
}

/** When the last mail of this kind was written for an account. */
export async function lastMailAt(tx: Tx, userId: string, kind: LinkKind): Promise<Date | undefined> {
  const [last] = await tx
    .select({ at: sql`max(${accountMails.createdAt})`.mapWith(accountMails.createdAt) })
    .from(accountMails)
    .where(and(eq(accountMails.userId, userId), eq(accountMails.kind, kind)));
  return last?.at ?? undefined;
}

/** Was this address taken from an account of somebody else so shortly ago that they can still have it back? */
export async function isReserved(
  db: Queryable,
  now: Date,
  email: string,
  forUserId?: string,
): Promise<boolean> {
  const [undo] = await db
    .select({ id: accountMails.id })
    .from(accountMails)
    .where(
      and(
        eq(sql`lower(${accountMails.toAddress})`, sql`lower(${email})`),
        eq(accountMails.kind, 'email-changed'),
        isNull(accountMails.usedAt),
        gt(accountMails.validUntil, now),
        forUserId ? ne(accountMails.userId, forUserId) : undefined,
      ),
    )
    .limit(1);
  return undo !== undefined;
}
