import { and, eq, gt, isNull, or } from 'drizzle-orm';
import { wholeDaysAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import type { Queryable, Tx } from '../../../platform/database.ts';
import { requireFound } from '../../../platform/errors.ts';
import { deriveId } from '../../../platform/ids.ts';
import { deriveToken, hashToken } from '../../../platform/random.ts';
import { type UserRow, users } from '../../accounts/profile/profile.table.ts';
import { type KeepCurrentLinkRow, keepCurrentLinks } from './past-due.table.ts';

/** How many days the payer can still open the page; after that the link opens nothing. */
export const settledDays = 30;

type Secret = Pick<Services, 'appSecret'>;

function tokenOf({ appSecret }: Secret, linkId: string): string {
  return deriveToken(appSecret, 'keep-current', linkId);
}

export function pathOf(secret: Secret, { id }: Pick<KeepCurrentLinkRow, 'id'>): string {
  return `/keep-current/${tokenOf(secret, id)}`;
}

/**
 * The address for paying what is due on this account; it stays the same for as long as something is due. The
 * caller has locked the owner, who is in arrears or about to be.
 */
export async function keepCurrentUrl(
  tx: Tx,
  services: Pick<Services, 'appSecret' | 'config' | 'clock'>,
  { id: userId, paidThrough }: Pick<UserRow, 'id' | 'paidThrough'>,
): Promise<string> {
  const open = await findOpenLink(tx, userId);
  const link = open ?? (await openLink(tx, services, userId, paidThrough));
  return services.config.publicUrl + pathOf(services, link);
}

/** The owner's open link: something can be paid with it now, or may have to be soon. */
export async function findOpenLink(db: Queryable, userId: string): Promise<KeepCurrentLinkRow | undefined> {
  const isOpen = and(eq(keepCurrentLinks.userId, userId), isNull(keepCurrentLinks.settledAt));
  const [link] = await db.select().from(keepCurrentLinks).where(isOpen);
  return link;
}

/** For the lapse that begins when the paid time ends. */
export function linkIdOf({ id, paidThrough }: Pick<UserRow, 'id' | 'paidThrough'>): string {
  return deriveId(`keep-current:${id}:${paidThrough?.toISOString()}`);
}

async function openLink(
  tx: Tx,
  services: Pick<Services, 'appSecret' | 'clock'>,
  userId: string,
  paidThrough: Date | null,
): Promise<KeepCurrentLinkRow> {
  const id = linkIdOf({ id: userId, paidThrough });
  const [link] = await tx
    .insert(keepCurrentLinks)
    .values({ id, userId, tokenHash: hashToken(tokenOf(services, id)), createdAt: services.clock.now() })
    .onConflictDoUpdate({ target: keepCurrentLinks.id, set: { settledAt: null } })
    .returning();
  return requireFound(link);
}

/** Whose link it is. The same 404 for an unknown link and for one that was settled long ago. */
export async function findByToken(
  db: Queryable,
  now: Date,
  token: string,
): Promise<{ link: KeepCurrentLinkRow; owner: UserRow }> {
  const { settledAt, tokenHash, userId } = keepCurrentLinks;
  const opens = or(isNull(settledAt), gt(settledAt, wholeDaysAfter(now, -settledDays)));
  const [row] = await db
    .select({ link: keepCurrentLinks, owner: users })
    .from(keepCurrentLinks)
    .innerJoin(users, eq(users.id, userId))
    .where(and(eq(tokenHash, hashToken(token)), opens));
  return requireFound(row, 'This link');
}
