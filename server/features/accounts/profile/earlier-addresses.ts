import { and, eq, gte, isNull, ne, or, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Queryable, Tx } from '../../../platform/database.ts';
import { type EarlierAddressRow, earlierAddresses as kept, type UserRow, users } from './profile.table.ts';

const kinds = ['email', 'secondEmail', 'phone'] as const;

/** Keeps the addresses that `changes` are about to replace. They outlive the mails sent to them. */
export async function keepReplaced(
  tx: Tx,
  now: Date,
  userId: string,
  changes: PgUpdateSetSource<typeof users>,
): Promise<void> {
  const changing = kinds.filter((kind) => changes[kind] !== undefined);
  if (changing.length === 0) return;
  const [before] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
  const replaced = changing.flatMap((kind) => {
    const address = before?.[kind];
    return address && address !== changes[kind] ? [{ userId, kind, address, replacedAt: now }] : [];
  });
  if (replaced.length === 0) return;
  await tx
    .insert(kept)
    .values(replaced)
    .onConflictDoUpdate({
      target: [kept.userId, kept.kind, kept.address],
      set: { replacedAt: now, disownedAt: null },
    });
}

interface Disowned {
  userId: string;
  toAddress: string;
  since: Date;
  /** A second address that came since. Those replaced since may be the owner's. */
  secondEmail: string | null;
}

/** Marks the addresses since `since` as not the owner's, who has undone the change that brought them: we do not ask there. */
export async function disownSince(
  tx: Tx,
  now: Date,
  { userId, toAddress, since, secondEmail }: Disowned,
): Promise<void> {
  const isOther = ne(sql`lower(${kept.address})`, toAddress.toLowerCase());
  const isEmailSince = and(eq(kept.kind, 'email'), gte(kept.replacedAt, since), isOther);
  const isSecond = secondEmail
    ? and(eq(kept.kind, 'secondEmail'), eq(kept.address, secondEmail), isOther)
    : undefined;
  await tx
    .update(kept)
    .set({ disownedAt: now })
    .where(and(eq(kept.userId, userId), or(isEmailSince, isSecond)));
}

/** The earlier email addresses of an account, both for signing in and second ones. */
export async function earlierAddresses(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ address: kept.address })
    .from(kept)
    .where(and(eq(kept.userId, userId), ne(kept.kind, 'phone'), isNull(kept.disownedAt)));
  return rows.map(({ address }) => address);
}

/** All ways in which this person was or may soon be reached: present, second, unconfirmed and earlier, including disowned ones. */
export async function everyAddressOf(
  db: Queryable,
  user: UserRow,
): Promise<{ emails: string[]; phones: string[] }> {
  const earlier = await db.select().from(kept).where(eq(kept.userId, user.id));
  const { email, secondEmail, pendingEmail, pendingSecondEmail, phone } = user;
  const [emails, phones] = [earlier.filter(isEmail), earlier.filter((row) => !isEmail(row))];
  return {
    emails: [
      email,
      secondEmail,
      pendingEmail,
      pendingSecondEmail,
      ...emails.map(({ address }) => address),
    ].filter(isGiven),
    phones: [phone, ...phones.map(({ address }) => address)].filter(isGiven),
  };
}

function isEmail({ kind }: EarlierAddressRow): boolean {
  return kind !== 'phone';
}

function isGiven(address: string | null): address is string {
  return address !== null;
}

/** Whether one of these addresses is the same mailbox as one of those: mail to `jo+anything@` reaches `jo@`, in any case. */
export function shareMailbox(some: readonly string[], others: readonly string[]): boolean {
  const known = new Set(others.map(mailboxOf));
  return some.some((email) => known.has(mailboxOf(email)));
}

function mailboxOf(email: string): string {
  return email
    .trim()
    .toLowerCase()
    .replace(/\+[^@]*(?=@)/, '');
}
