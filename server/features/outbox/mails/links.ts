import { and, eq, gt, gte, inArray, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm';
import { minutesAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import type { Queryable, Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { deriveToken, hashToken } from '../../../platform/random.ts';
import { insertMails } from './insert-mails.ts';
import { type LinkKind, type MailRow, outboxMails } from './mails.table.ts';

/** A link whose holder has proven to read the mail of `userId` at `toAddress`. */
export type OpenedLink = MailRow & { userId: string; toAddress: string };

interface NewLink {
  kind: LinkKind;
  /** Null where anybody may ask for it: the account is looked up when it is sent, see `assignLink`. */
  userId: string | null;
  toAddress: string;
  validMinutes: number;
}

/** Sends a link that works for `validMinutes`, if `tx` commits. Its token is derived, so that a retry sends the same. */
export async function enqueueLink(
  tx: Tx,
  services: Pick<Services, 'jobs' | 'clock' | 'appSecret'>,
  { validMinutes, ...link }: NewLink,
): Promise<void> {
  const id = newId();
  const tokenHash = hashToken(linkToken(services, id));
  const validUntil = minutesAfter(services.clock.now(), validMinutes);
  await insertMails(tx, services, [{ ...link, id, tokenHash, validUntil }]);
}

/** The token of the link in the mail with this id; stored as its hash only. */
export function linkToken({ appSecret }: Pick<Services, 'appSecret'>, mailId: string): string {
  return deriveToken(appSecret, 'account-link', mailId);
}

/** Gives a link to the account that it is for. Earlier links of its kind to this account no longer work. */
export async function assignLink(
  tx: Tx,
  { id, kind }: Pick<MailRow, 'id' | 'kind'>,
  userId: string,
): Promise<void> {
  await tx.update(outboxMails).set({ userId }).where(eq(outboxMails.id, id));
  await tx
    .delete(outboxMails)
    .where(and(eq(outboxMails.userId, userId), eq(outboxMails.kind, kind), lt(outboxMails.id, id)));
}

/** The link with this token, while it works. 404 in the same words for one that is unknown, used or too old. */
export async function findLink(db: Queryable, now: Date, kind: LinkKind, token: string): Promise<OpenedLink> {
  const [link] = await db
    .select()
    .from(outboxMails)
    .where(stillWorks(now, kind, token));
  return opened(link);
}

/** The same, and uses it up: of several requests at once one gets it. */
export async function redeemLink(tx: Tx, now: Date, kind: LinkKind, token: string): Promise<OpenedLink> {
  const [link] = await tx
    .update(outboxMails)
    .set({ usedAt: now })
    .where(stillWorks(now, kind, token))
    .returning();
  return opened(link);
}

function stillWorks(now: Date, kind: LinkKind, token: string) {
  return and(
    eq(outboxMails.tokenHash, hashToken(token)),
    eq(outboxMails.kind, kind),
    isNull(outboxMails.usedAt),
    gt(outboxMails.validUntil, now),
    isNotNull(outboxMails.userId),
  );
}

function opened(link: MailRow | undefined): OpenedLink {
  const { userId, toAddress } = link ?? {};
  if (!link || !userId || !toAddress) throw linkGone();
  return { ...link, userId, toAddress };
}

export function linkGone(): AppError {
  return new AppError('not_found', 'This link was used already or is too old. Please ask for a new one.');
}

/** Revokes the links of these kinds to an account; with `since`, only those made at or after it. */
export async function revokeLinks(
  tx: Tx,
  userId: string,
  kinds: readonly LinkKind[],
  since?: Date,
): Promise<void> {
  const which = and(eq(outboxMails.userId, userId), inArray(outboxMails.kind, [...kinds]));
  await tx.delete(outboxMails).where(since ? and(which, gte(outboxMails.createdAt, since)) : which);
}

/** When the last link of this kind was made for an account. */
export async function lastLinkAt(db: Queryable, userId: string, kind: LinkKind): Promise<Date | undefined> {
  const [last] = await db
    .select({ at: sql`max(${outboxMails.createdAt})`.mapWith(outboxMails.createdAt) })
    .from(outboxMails)
    .where(and(eq(outboxMails.userId, userId), eq(outboxMails.kind, kind)));
  return last?.at ?? undefined;
}

/** Whether an account other than `forUserId` lost this address so recently that it can still undo the change. */
export async function isReserved(
  db: Queryable,
  now: Date,
  email: string,
  forUserId?: string,
): Promise<boolean> {
  const [undo] = await db
    .select({ id: outboxMails.id })
    .from(outboxMails)
    .where(
      and(
        eq(sql`lower(${outboxMails.toAddress})`, sql`lower(${email})`),
        eq(outboxMails.kind, 'email-changed'),
        isNull(outboxMails.usedAt),
        gt(outboxMails.validUntil, now),
        forUserId ? ne(outboxMails.userId, forUserId) : undefined,
      ),
    )
    .limit(1);
  return undo !== undefined;
}
