import { and, eq, gt, inArray, isNotNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { advisoryLock } from '../../../platform/advisory-lock.ts';
import type { Queryable, Tx } from '../../../platform/database.ts';
import { AppError, requireFound } from '../../../platform/errors.ts';
import { hashToken } from '../../../platform/random.ts';
import { type UserRow, users } from '../../accounts/profile/profile.table.ts';
import { type RecipientRow, recipients } from '../../people/recipients/recipients.table.ts';
import { addressOf, contactsOf, isAmong, isSameAddress } from '../../people/recipients/recipients.ts';
import { type DeliveryRow, deliveryQueue } from '../deliveries/deliveries.table.ts';
import { receivedDevices } from './received.table.ts';

/** Everything that an owner has sent to a recipient at one address; each of its links leads here. */
export interface Page {
  /** The delivery of the link that led here. */
  delivery: DeliveryRow;
  owner: UserRow;
  /** Null once they were removed from the address book: then each link is a page of its own. */
  recipient: RecipientRow | null;
  /** Where its links were sent. */
  address: string | null;
}

/** The page behind a link. Before the first attempt to send it, the link is unknown (404). */
export async function findPage(db: Queryable, token: string): Promise<Page> {
  const [row] = await db
    .select({ delivery: deliveryQueue, owner: users, recipient: recipients })
    .from(deliveryQueue)
    .innerJoin(users, eq(users.id, deliveryQueue.userId))
    .leftJoin(recipients, eq(recipients.id, deliveryQueue.recipientId))
    .where(and(eq(deliveryQueue.tokenHash, hashToken(token)), gt(deliveryQueue.attemptCount, 0)));
  const page = requireFound(row, 'This page');
  // The first attempt may not have been recorded yet.
  const address = page.delivery.sentTo ?? (page.recipient && addressOf(page.recipient));
  return { ...page, address };
}

const closedText = 'This link was sent to you too early, by our mistake, and is closed. We are sorry.';
const notForYouText = 'This page was closed, because somebody told us that it is not for them.';

export function isClosed(page: Page): boolean {
  return page.delivery.releaseRevokedAt !== null || isNotTheirs(page);
}

/** Somebody at the address it was sent to has said that it is not for them, or at the one it is being sent to, before that is recorded. */
export function isNotTheirs({ delivery: { disownedAddress }, address }: Page): boolean {
  return disownedAddress !== null && isSameAddress(address, disownedAddress);
}

/** Whether "not for me" was said there, and not at another address since, and nobody has acted on it yet. */
export function canBeUndone(page: Page): boolean {
  return isNotTheirs(page) && isSameAddress(page.address, page.recipient?.disownedAddress ?? null);
}

/** 409, in words for the recipient, if the page is closed. */
export function requireOpen(page: Page): void {
  if (page.delivery.releaseRevokedAt) throw new AppError('conflict', closedText);
  if (isNotTheirs(page)) throw new AppError('conflict', notForYouText);
}

/**
 * Whether its recipient is still reached there. The page of an earlier address keeps what it was given, says
 * nothing about later deliveries, and cannot be used to decide anything.
 */
export function isCurrent({ recipient, address }: Page): boolean {
  if (!recipient || address === null) return false;
  return isAmong(contactsOf(recipient), address);
}

/** Which deliveries belong to a page: those sent to the same address, and the one whose link led here. */
export function isOnPage({ delivery, recipient, address }: Page): SQL | undefined {
  const own = eq(deliveryQueue.id, delivery.id);
  return recipient && address
    ? or(own, and(eq(deliveryQueue.recipientId, recipient.id), isSentTo([address])))
    : own;
}

/** SQL: whether a delivery was sent to one of these addresses, and nobody there said that it is not for them. */
export function isSentTo(addresses: readonly string[]): SQL | undefined {
  return and(
    inArray(
      sql`lower(${deliveryQueue.sentTo})`,
      addresses.map((address) => address.toLowerCase()),
    ),
    sql`lower(${deliveryQueue.disownedAddress}) is distinct from lower(${deliveryQueue.sentTo})`,
  );
}

/** If several requests come to a page at the same moment, through any links, only one is the first. */
export async function lockPage(tx: Tx, { delivery, recipient }: Page): Promise<void> {
  await advisoryLock(tx, `received:${recipient?.id ?? delivery.id}`);
}

/** Whether a browser has opened something there, or somebody else may have had its link. If so, another browser needs a code. */
export async function isClaimed(db: Queryable, page: Page): Promise<boolean> {
  const { id, openedAt, disownedAddress, wasElsewhere } = deliveryQueue;
  const isKnownElsewhere = and(eq(id, page.delivery.id), or(wasElsewhere, isNotNull(disownedAddress)));
  const wasOpened = and(isOnPage(page), or(isNotNull(openedAt), isKnownElsewhere));
  if ((await db.$count(deliveryQueue, wasOpened)) > 0) return true;
  const [device] = await db
    .select({ id: receivedDevices.id })
    .from(receivedDevices)
    .innerJoin(deliveryQueue, eq(deliveryQueue.id, receivedDevices.deliveryId))
    .where(isDeviceOf(page))
    .limit(1);
  return device !== undefined;
}

/** SQL: whether a device is known for this page, through any of its links. */
export function isDeviceOf(page: Page): SQL | undefined {
  const isTheirs = page.recipient
    ? eq(deliveryQueue.recipientId, page.recipient.id)
    : eq(receivedDevices.deliveryId, page.delivery.id);
  return and(isTheirs, isAddressOf(page, sql`coalesce(${receivedDevices.address}, ${deliveryQueue.sentTo})`));
}

/** SQL: whether this is the same address, or neither is known. */
export function isAddressOf({ address }: Pick<Page, 'address'>, stored: SQLWrapper): SQL {
  return sql`lower(${stored}) is not distinct from lower(${address}::text)`;
}
