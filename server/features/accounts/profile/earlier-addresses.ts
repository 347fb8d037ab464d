import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { wholeDaysAfter } from '../../../platform/clock.ts';
import type { Queryable, Tx } from '../../../platform/database.ts';
import { type EarlierAddressRow, earlierAddresses as kept, type UserRow, users } from './profile.table.ts';

const kinds = ['email', 'secondEmail', 'phone'] as const;

/** Like any choice that makes a report of a death easier: it was told of its removal, and its owner had time to object. */
const secondAskedDays = 30;

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
    const addedAt = kind === 'secondEmail' ? (before?.secondEmailVerifiedAt ?? null) : null;
    return address && address !== changes[kind] ? [{ userId, kind, address, replacedAt: now, addedAt }] : [];
  });
  if (replaced.length === 0) return;
  await tx
    .insert(kept)
    .values(replaced)
    .onConflictDoUpdate({
      target: [kept.userId, kept.kind, kept.address],
      set: {
        replacedAt: now,
        disownedAt: null,
        // The owner's own stays theirs, also where somebody else removes it and adds it again.
        addedAt: sql`case when ${kept.disownedAt} is null then ${kept.addedAt} else excluded.added_at end`,
      },
    });
}

/** The earlier email addresses of an account at which its owner is still asked at `at`: those for signing in, and second ones for some weeks. */
export async function earlierAddresses(db: Queryable, userId: string, at: Date): Promise<string[]> {
  const isAsked = or(
    eq(kept.kind, 'email'),
    and(eq(kept.kind, 'secondEmail'), gt(kept.replacedAt, wholeDaysAfter(at, -secondAskedDays))),
  );
  const rows = await db
    .selectDistinct({ address: kept.address })
    .from(kept)
    .where(and(eq(kept.userId, userId), isAsked, isNull(kept.disownedAt)));
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
