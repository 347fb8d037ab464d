import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database.ts';
import { type UserRow, users } from '../../accounts/profile/profile.table.ts';
import { deliveryQueue } from '../../delivery/deliveries/deliveries.table.ts';
import type { MailRow } from '../../outbox/messages/mails/mails.table.ts';
import { recipients } from '../../people/recipients/recipients.table.ts';

/** The owner through whose account somebody is told. */
export async function findOwner(db: Queryable, { userId }: MailRow): Promise<UserRow | undefined> {
  if (!userId) return undefined;
  const [owner] = await db.select().from(users).where(eq(users.id, userId));
  return owner;
}

export async function ownersWhoTrust(db: Queryable, address: string): Promise<UserRow[]> {
  const { email, secondEmail, phone, userId, trustedContact, diedAt } = recipients;
  const theirs = db
    .select({ id: userId })
    .from(recipients)
    .where(
      and(
        eq(trustedContact, true),
        isNull(diedAt),
        sql`${address} in (lower(${email}), lower(${secondEmail}), ${phone})`,
      ),
    );
  return db.select().from(users).where(inArray(users.id, theirs)).orderBy(users.id);
}

/** What was opened at an address, newest first. */
export function openedAt(db: Queryable, address: string) {
  return db
    .select({ id: deliveryQueue.id, tokenHash: deliveryQueue.tokenHash, owner: users })
    .from(deliveryQueue)
    .innerJoin(users, eq(users.id, deliveryQueue.userId))
    .where(
      and(
        isNotNull(deliveryQueue.openedAt),
        isNull(deliveryQueue.releaseRevokedAt),
        eq(sql`lower(${deliveryQueue.sentTo})`, address),
      ),
    )
    .orderBy(sql`${deliveryQueue.dueAt} desc`);
}
