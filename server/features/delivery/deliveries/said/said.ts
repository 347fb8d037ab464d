import { and, asc, eq, gte, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import type { Contact } from '../../../../../shared/outbox/channels.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { readDatabaseTime } from '../../../../platform/database-time.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { announceAll } from '../../../../platform/events.ts';
import { idsOf } from '../../../../platform/sweeps.ts';
import { type RecipientRow, recipients } from '../../../people/recipients/recipients.table.ts';
import { isAmong, setDeclined, setDisowned } from '../../../people/recipients/recipients.ts';
import { reachedNow } from '../current-address.ts';
import { type DeliveryRow, deliveryQueue, schedules } from '../deliveries.table.ts';
import { resumeDeliveriesOfRecipient } from '../deliveries.ts';
import { renewGuardianLinks } from '../guardians/links.ts';
import { finishSchedules, markUndelivered } from '../send/record-outcomes.ts';
import type { DeliveryEvent } from '../state/delivery-state.ts';
import type { Disowning } from '../state/recipient-says.ts';
import { applyEvents, lockDeliveries } from '../state/transitions.ts';
import { idOfAddress, rememberDeclining, rememberDisowning } from './remember-said.ts';

export { tellNotTheirsLater } from '../not-theirs.mails.ts';
export { idOfAddress };

// What happens to deliveries when their recipient says something on their page. The caller has locked the
// schedules that name the recipient, so that none of them starts meanwhile, and then the recipient.

/** Closes the links that this person has as a trusted contact, and sends new ones to where they are reached now; supplied by `app.ts`. */
export type RenewTrustedLinks = (tx: Tx, services: Services, person: RecipientRow) => Promise<void>;

const ofRecipient = (recipientId: string) => eq(deliveryQueue.recipientId, recipientId);

async function applyToUndelivered(
  tx: Tx,
  services: Services,
  recipientId: string,
  event: DeliveryEvent,
): Promise<void> {
  const rows = await lockDeliveries(tx, and(ofRecipient(recipientId), ne(deliveryQueue.status, 'delivered')));
  await applyEvents(tx, services, rows, () => event);
  await announceAll(tx, new Set(rows.map(({ userId }) => userId)), ['schedules', 'stats']);
}

/** They want nothing more: from now on nothing is sent to them, except what is already on its way. */
export async function declineDeliveriesTo(
  tx: Tx,
  services: Services,
  { recipientId, at }: { recipientId: string; at: Date },
): Promise<void> {
  await setDeclined(tx, recipientId, at);
  await applyToUndelivered(tx, services, recipientId, { kind: 'declined' });
  await rememberDeclining(tx, services, 'yes', recipientId);
}

/** They have changed their mind: everything that waited goes on at once. */
export async function resumeDeclinedDeliveriesTo(
  tx: Tx,
  services: Services,
  recipientId: string,
): Promise<void> {
  await endDeclining(tx, services, recipientId, 'recipient');
  await rememberDeclining(tx, services, 'no', recipientId);
}

/** The same for whoever found that it was somebody else who wanted nothing more. A restored database does not remember it. */
export async function endDeclining(
  tx: Tx,
  services: Services,
  recipientId: string,
  actor: string,
): Promise<void> {
  await setDeclined(tx, recipientId, null);
  await applyToUndelivered(tx, services, recipientId, { kind: 'declining-ended', actor });
}

interface Disowned {
  recipientId: string;
  address: string;
  /** Since when we know the device that says so; null if it is unknown, so that everything opened until now stays as it is. */
  knownSince: Date | null;
}

/**
 * Somebody at an address says that what was sent there for this recipient is not for them. Its links are closed, those
 * that they had there as a contact or guardian included. What nobody else has read waits for another address, or is
 * sent at once to the one that is in the address book by now.
 */
export async function disownDeliveries(
  tx: Tx,
  services: Services,
  renewTrustedLinks: RenewTrustedLinks,
  { recipientId, address, knownSince }: Disowned,
): Promise<void> {
  const { contacts } = await reachedNow(tx, services, recipientId);
  const isCurrent = isAmong(contacts, address);
  const at = await readDatabaseTime(tx, services.clock);
  if (isCurrent) await setDisowned(tx, recipientId, { at, address });
  const unread = knownSince ? undefined : isNull(deliveryQueue.openedAt);
  const rows = await lockDeliveries(tx, and(ofRecipient(recipientId), unread));
  await closeSent(tx, services, rows, { address, knownSince: knownSince ?? at, actor: 'recipient' });
  await resumeDeliveriesOfRecipient(tx, services, recipientId, contacts);
  if (isCurrent) await renewLinks(tx, services, renewTrustedLinks, recipientId);
  await rememberDisowning(tx, services, 'yes', { recipientId, address });
}

/** Where somebody else was reached in the recipient's place. */
export interface WrongAddress {
  address: string;
  since: Date;
}

/** Whether anything has gone to these addresses, or is on its way, that is still open there. */
export async function hasGoneTo(
  tx: Tx,
  recipientId: string,
  wrong: readonly WrongAddress[],
): Promise<boolean> {
  const open = wrong.map((one) =>
    and(wentTo(one), sql`lower(${deliveryQueue.disownedAddress}) is distinct from lower(${one.address})`),
  );
  return open.length > 0 && (await tx.$count(deliveryQueue, and(ofRecipient(recipientId), or(...open)))) > 0;
}

interface SendingAgain {
  recipientId: string;
  wrong: readonly WrongAddress[];
  /** Where the recipient was reached until now. */
  before: readonly Contact[];
  /** Whether there is anybody to send it to. */
  isAlive: boolean;
  actor: string;
}

/**
 * Closes the links that went to wrong addresses, and sends what they brought, read or not, to the addresses in the address book, which
 * the caller has put right.
 */
export async function sendAgainFrom(
  tx: Tx,
  services: Services,
  { recipientId, wrong, before, isAlive, actor }: SendingAgain,
): Promise<void> {
  for (const one of wrong) {
    const rows = await lockDeliveries(tx, and(ofRecipient(recipientId), wentTo(one)));
    const { address, since: knownSince } = one;
    await closeSent(tx, services, rows, { address, knownSince, actor }, isAlive);
  }
  await resumeDeliveriesOfRecipient(tx, services, recipientId, before);
}

/** What is being sent may go there, and its row says so only afterwards. */
function wentTo({ address, since }: WrongAddress) {
  const mayGoThere = and(eq(deliveryQueue.status, 'sending'), isNull(deliveryQueue.sentTo));
  const isThere = sql`lower(${deliveryQueue.sentTo}) = lower(${address})`;
  return and(or(isThere, mayGoThere), gte(deliveryQueue.lastAttempt, since));
}

/** Whoever had said at one of these addresses that it is not for them is still somebody else. */
export async function disownAgain(
  tx: Tx,
  recipientId: string,
  contacts: readonly Contact[],
  at: Date,
): Promise<void> {
  const addresses = contacts.map(({ address }) => address.toLowerCase());
  const [found] = await tx
    .select({ address: deliveryQueue.disownedAddress })
    .from(deliveryQueue)
    .where(and(ofRecipient(recipientId), inArray(sql`lower(${deliveryQueue.disownedAddress})`, addresses)))
    .orderBy(asc(deliveryQueue.id))
    .limit(1);
  if (found?.address) await setDisowned(tx, recipientId, { at, address: found.address });
}

/** Closes the links that were sent to this address, and has what nobody read before `knownSince` wait for another. */
async function closeSent(
  tx: Tx,
  services: Services,
  rows: readonly DeliveryRow[],
  disowning: Omit<Disowning, 'canBeSentAgain'>,
  isAlive = true,
): Promise<void> {
  const withMemory = await listWithMemory(tx, rows);
  const transitions = await applyEvents(tx, services, rows, ({ id }) => ({
    kind: 'disowned',
    ...{ ...disowning, canBeSentAgain: isAlive && withMemory.has(id) },
  }));
  for (const { before, after } of transitions)
    if (before.status === 'delivered' && after?.status !== 'delivered')
      await markUndelivered(tx, before.scheduleId);
  await announceAll(tx, new Set(rows.map(({ userId }) => userId)), ['recipients', 'schedules', 'stats']);
}

async function listWithMemory(tx: Tx, rows: readonly DeliveryRow[]): Promise<Set<string>> {
  const found = await tx
    .select({ id: deliveryQueue.id })
    .from(deliveryQueue)
    .innerJoin(schedules, eq(schedules.id, deliveryQueue.scheduleId))
    .where(and(inArray(deliveryQueue.id, idsOf(rows)), isNotNull(schedules.memoryId)));
  return new Set(found.map(({ id }) => id));
}

/** The address belongs to the recipient after all. What they have there as a contact or guardian comes by new links. */
export async function endDisowning(
  tx: Tx,
  services: Services,
  renewTrustedLinks: RenewTrustedLinks,
  { recipientId, address, actor }: { recipientId: string; address: string; actor: string },
): Promise<void> {
  const { contacts } = await reachedNow(tx, services, recipientId);
  await setDisowned(tx, recipientId, null);
  const rows = await lockDeliveries(tx, ofRecipient(recipientId));
  const transitions = await applyEvents(tx, services, rows, () => ({
    kind: 'disowning-ended',
    ...{ address, actor },
  }));
  const again = transitions.flatMap(({ before, after }) =>
    before.status !== 'delivered' && after?.status === 'delivered' ? before.scheduleId : [],
  );
  await finishSchedules(tx, services, again);
  await announceAll(tx, new Set(rows.map(({ userId }) => userId)), ['recipients', 'schedules', 'stats']);
  if (isAmong(contacts, address)) await renewLinks(tx, services, renewTrustedLinks, recipientId);
  await rememberDisowning(tx, services, 'no', { recipientId, address });
}

/** Closes the links that were sent to this person as a guardian and as a trusted contact. What was asked or answered there until now stays. */
async function renewLinks(
  tx: Tx,
  services: Services,
  renewTrustedLinks: RenewTrustedLinks,
  recipientId: string,
): Promise<void> {
  const since = await readDatabaseTime(tx, services.clock);
  await renewGuardianLinks(tx, services, { guardianId: recipientId, since });
  const [person] = await tx.select().from(recipients).where(eq(recipients.id, recipientId));
  await renewTrustedLinks(tx, services, requireFound(person));
}
