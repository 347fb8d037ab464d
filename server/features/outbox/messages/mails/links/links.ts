import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { LinkKind } from '../../../../../../shared/outbox/mail-kinds.ts';
import { minutesAfter } from '../../../../../platform/clock.ts';
import type { Services } from '../../../../../platform/context.ts';
import type { Queryable, Tx } from '../../../../../platform/database.ts';
import { AppError } from '../../../../../platform/errors.ts';
import { newId } from '../../../../../platform/ids.ts';
import { deriveToken, hashToken } from '../../../../../platform/random.ts';
import { undoKinds, wasSentBefore } from '../mail-states.ts';
import { type MailRow, mayBeSent, outboxMails, toldFrom } from '../mails.table.ts';
import { type AfterSending, insertMails } from '../mails.ts';

/** A link whose holder has proved that they read the mail of `userId` at `toAddress`. */
export type OpenedLink = MailRow & { userId: string; toAddress: string };

type MailServices = Pick<Services, 'jobs' | 'clock' | 'appSecret'>;

interface NewLink {
  kind: LinkKind;
  /** Null if anybody may ask for it: the account is looked up when it is sent, see `assignLink`. */
  userId: string | null;
  toAddress: string;
  details?: Record<string, string>;
}

/** Sends a link that works for `validMinutes`, if `tx` commits. */
export function enqueueLink(
  tx: Tx,
  services: MailServices,
  { validMinutes, ...link }: NewLink & { validMinutes: number },
): Promise<void> {
  return insertLink(tx, services, {
    ...link,
    validUntil: minutesAfter(services.clock.now(), validMinutes),
  });
}

/** Its token is derived, so that a retry sends the same one. */
async function insertLink(
  tx: Tx,
  services: MailServices,
  link: NewLink & { validUntil: Date },
): Promise<void> {
  const id = newId();
  const tokenHash = hashToken(linkToken(services, id));
  await insertMails(tx, services, [{ ...link, id, tokenHash }]);
}

/** The token of the link in the mail with this id; only its hash is stored. */
export function linkToken({ appSecret }: Pick<Services, 'appSecret'>, mailId: string): string {
  return deriveToken(appSecret, 'account-link', mailId);
}

/** Assigns a link to its account. Earlier links of its kind to this account no longer work. */
export async function assignLink(
  tx: Tx,
  { id, kind }: { id: string; kind: LinkKind },
  userId: string,
  now: Date,
): Promise<void> {
  await tx.update(outboxMails).set({ userId }).where(eq(outboxMails.id, id));
  await tx
    .update(outboxMails)
    .set({ usedAt: now })
    .where(and(openLinks(userId, [kind]), lt(outboxMails.id, id)));
}

/** The link with this token, while it works. The same 404 for an unknown, a used and an expired one. */
export async function findLink(db: Queryable, now: Date, kind: LinkKind, token: string): Promise<OpenedLink> {
  const [link] = await db
    .select()
    .from(outboxMails)
    .where(stillWorks(now, kind, token));
  return opened(link);
}

/** The same, and uses it up: of several simultaneous requests one gets it. */
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
  return new AppError(
    'not_found',
    'This link has already been used, or is too old. Please ask for a new one.',
  );
}

/** Revokes the open links of these kinds to an account; with `since`, only those created at or after it. */
export async function revokeLinks(
  tx: Tx,
  now: Date,
  userId: string,
  kinds: readonly LinkKind[],
  since?: Date,
): Promise<void> {
  await tx
    .update(outboxMails)
    .set({ usedAt: now })
    .where(and(openLinks(userId, kinds), since && gte(outboxMails.createdAt, since)));
}

/** With these, somebody who reads the mail at an address makes it one of the account's. */
export const confirmKinds: readonly LinkKind[] = ['confirm-email', 'confirm-second-email'];

/** SQL: whether a link has not expired. */
function isOpenAt(now: Date) {
  const hasNotBegun = and(mayBeSent, inArray(outboxMails.kind, [...undoKinds]));
  return or(gt(outboxMails.validUntil, now), hasNotBegun);
}

/** Until when the link works if its mail is sent at `now`. */
export function worksUntil(mail: MailRow, now: Date): Date | null {
  const { validUntil, createdAt } = mail;
  if (!validUntil || wasSentBefore(mail)) return validUntil;
  return new Date(validUntil.getTime() + toldFrom(mail, now).getTime() - createdAt.getTime());
}

const workFromThenOn: AfterSending = async (tx, _services, { mail, at }) => {
  await tx
    .update(outboxMails)
    .set({ validUntil: worksUntil(mail, at) })
    .where(eq(outboxMails.id, mail.id));
};

export const afterSendingLinks = { 'email-changed': workFromThenOn, 'two-factor-on': workFromThenOn };

/**
 * Revokes the open links to an account that gets a new password. Links that undo a change are sent again with a new token and
 * the same deadline, since whoever made that change may be the one who sets the password: without them the owner could lose the
 * account for good. Of several addresses only the first gets it, the one that the account had before all others.
 */
export async function renewLinks(
  tx: Tx,
  services: MailServices,
  { id: userId, email }: { id: string; email: string },
): Promise<void> {
  const now = services.clock.now();
  const undoing = await tx
    .select()
    .from(outboxMails)
    .where(and(openLinks(userId, undoKinds), isOpenAt(now)))
    .orderBy(asc(outboxMails.createdAt), asc(outboxMails.id));
  await revokeLinks(tx, now, userId, ['reset-password', ...confirmKinds, ...undoKinds]);
  for (const kind of undoKinds) {
    const first = undoing.find((link) => link.kind === kind);
    if (!first?.toAddress || !first.validUntil) continue;
    if (kind === 'email-changed' && first.toAddress.toLowerCase() === email.toLowerCase()) continue;
    const { toAddress, validUntil } = first;
    const details = { changedAt: changedAt(first).toISOString() };
    await insertLink(tx, services, { kind, userId, toAddress, validUntil, details });
  }
}

/** When the change that this link undoes was made, however often the link was renewed. */
export function changedAt({ createdAt, details }: Pick<MailRow, 'createdAt' | 'details'>): Date {
  const earlier = details['changedAt'];
  return earlier ? new Date(earlier) : createdAt;
}

function openLinks(userId: string, kinds: readonly LinkKind[]) {
  return and(
    eq(outboxMails.userId, userId),
    inArray(outboxMails.kind, [...kinds]),
    isNull(outboxMails.usedAt),
  );
}

/** When the last link of this kind was made for an account. */
export async function lastLinkAt(db: Queryable, userId: string, kind: LinkKind): Promise<Date | undefined> {
  const [last] = await db
    .select({ at: sql`max(${outboxMails.createdAt})`.mapWith(outboxMails.createdAt) })
    .from(outboxMails)
    .where(and(eq(outboxMails.userId, userId), eq(outboxMails.kind, kind), isNull(outboxMails.unwantedAt)));
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
        isOpenAt(now),
        forUserId ? ne(outboxMails.userId, forUserId) : undefined,
      ),
    )
    .limit(1);
  return undo !== undefined;
}
