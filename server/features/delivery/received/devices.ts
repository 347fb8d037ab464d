import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Queryable, type Tx } from '../../../platform/database.ts';
import { readDatabaseTime } from '../../../platform/database-time.ts';
import { AppError } from '../../../platform/errors.ts';
import { hashToken } from '../../../platform/random.ts';
import { record } from '../../system/audit/audit.ts';
import { deliveryQueue } from '../deliveries/deliveries.table.ts';
import { type CodeAnswer, requireCode } from './codes.ts';
import { isClaimed, isDeviceOf, lockPage, type Page } from './pages.ts';
import { receivedDevices } from './received.table.ts';

/** The secrets in a browser's cookies, for any pages, mapped to the names of the cookies. */
export type Secrets = ReadonlyMap<string, string>;

/** What a page knows about the browser that asks. */
export interface Known {
  /** The secret by which it is known; undefined if it is not. */
  secret: string | undefined;
  /** Since when. */
  since: Date | undefined;
  /** The recipient's addresses for which it is known; they include the page's own if there is a secret. */
  addresses: string[];
}

/**
 * A browser that has opened one link of a page needs no code for the others. What was sent to an earlier
 * address of the same person is also shown to a browser that is known there too, and to no other.
 */
export async function findKnown(db: Queryable, page: Page, secrets: Secrets): Promise<Known> {
  if (secrets.size === 0) return { secret: undefined, since: undefined, addresses: [] };
  const secretOf = new Map([...secrets.keys()].map((secret) => [hashToken(secret), secret]));
  const { delivery, recipient } = page;
  const rows = await db
    .select({
      hash: receivedDevices.cookieHash,
      since: receivedDevices.createdAt,
      address: sql<string | null>`coalesce(${receivedDevices.address}, ${deliveryQueue.sentTo})`,
      isHere: sql<boolean>`coalesce(${isDeviceOf(page)}, false)`,
    })
    .from(receivedDevices)
    .innerJoin(deliveryQueue, eq(deliveryQueue.id, receivedDevices.deliveryId))
    .where(
      and(
        inArray(receivedDevices.cookieHash, [...secretOf.keys()]),
        isNull(receivedDevices.disownedAt),
        recipient
          ? or(eq(deliveryQueue.recipientId, recipient.id), eq(deliveryQueue.id, delivery.id))
          : eq(deliveryQueue.id, delivery.id),
      ),
    )
    .orderBy(receivedDevices.createdAt);
  const here = rows.find(({ isHere }) => isHere);
  return {
    secret: here && secretOf.get(here.hash),
    since: here?.since,
    addresses: here ? rows.flatMap(({ address }) => address ?? []) : [],
  };
}

/** 409 unless the browser is known to the page. */
export async function requireKnown(db: Queryable, page: Page, secrets: Secrets): Promise<Known> {
  const known = await findKnown(db, page, secrets);
  if (known.secret === undefined)
    throw new AppError('conflict', 'Please open this page on this device first, and try again.');
  return known;
}

/**
 * Lets a browser in: the first one at once, any other with the code that is sent to the recipient.
 * Returns the secret for its cookie. Throws 409 if a code is needed, 400 if the code is wrong.
 */
export async function letIn(services: Services, page: Page, answer: CodeAnswer): Promise<string> {
  const first = await inTransaction(services.db, (tx) => claim(tx, services, page));
  if (first) return first;
  await requireCode(services, page, answer);
  return inTransaction(services.db, async (tx) => {
    await record(tx, services.clock.now(), {
      action: 'delivery.opened-on-another-device',
      actor: 'recipient',
      userId: page.delivery.userId,
      subjectId: page.delivery.id,
    });
    return rememberDevice(tx, services, page);
  });
}

/** Makes this browser the first of a page; returns its secret. Undefined if another one came before. */
export async function claim(tx: Tx, services: Services, page: Page): Promise<string | undefined> {
  await lockPage(tx, page);
  return (await isClaimed(tx, page)) ? undefined : rememberDevice(tx, services, page);
}

/** By the database's clock, as the time of an opening: which came first decides what somebody else may have read. */
async function rememberDevice(tx: Tx, { clock, random }: Services, page: Page): Promise<string> {
  const secret = random.token();
  await tx.insert(receivedDevices).values({
    deliveryId: page.delivery.id,
    cookieHash: hashToken(secret),
    address: page.address,
    createdAt: await readDatabaseTime(tx, clock),
  });
  return secret;
}

/** Remembers the device that said that the page is not for its user, and forgets all others. */
export async function forgetDevices(tx: Tx, page: Page, secret: string, at: Date): Promise<void> {
  const here = tx
    .select({ id: receivedDevices.id })
    .from(receivedDevices)
    .innerJoin(deliveryQueue, eq(deliveryQueue.id, receivedDevices.deliveryId))
    .where(isDeviceOf(page));
  const isThisOne = eq(receivedDevices.cookieHash, hashToken(secret));
  await tx.update(receivedDevices).set({ disownedAt: at }).where(isThisOne);
  await tx
    .delete(receivedDevices)
    .where(and(inArray(receivedDevices.id, here), isNull(receivedDevices.disownedAt)));
}

/** The one of these devices that said so; undefined if it was another. */
export async function findDisowner(db: Queryable, page: Page, secrets: Secrets): Promise<string | undefined> {
  if (secrets.size === 0) return undefined;
  const hashes = [...secrets.keys()].map((secret) => hashToken(secret));
  const [device] = await db
    .select({ id: receivedDevices.id })
    .from(receivedDevices)
    .innerJoin(deliveryQueue, eq(deliveryQueue.id, receivedDevices.deliveryId))
    .where(
      and(
        isDeviceOf(page),
        inArray(receivedDevices.cookieHash, hashes),
        isNotNull(receivedDevices.disownedAt),
      ),
    );
  return device?.id;
}

/** The page is theirs after all. */
export async function rememberAgain(tx: Tx, deviceId: string): Promise<void> {
  await tx.update(receivedDevices).set({ disownedAt: null }).where(eq(receivedDevices.id, deviceId));
}
