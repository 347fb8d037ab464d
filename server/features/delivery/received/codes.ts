import { setTimeout as wait } from 'node:timers/promises';
import { and, desc, eq, gt, inArray, lte, or, type SQL } from 'drizzle-orm';
import type { CodeDestination } from '../../../../shared/delivery/received.ts';
import { type Contact, carriesLink, type LinkChannel } from '../../../../shared/outbox/channels.ts';
import { minutesAfter, secondsAfter } from '../../../platform/clock.ts';
import { codeMinutes, codeTries, isCodeOpen } from '../../../platform/codes.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Queryable, type Tx } from '../../../platform/database.ts';
import { latestNow } from '../../../platform/database-time.ts';
import { AppError, fieldError } from '../../../platform/errors.ts';
import { MessageFault } from '../../../platform/mail/mail.ts';
import { deriveToken } from '../../../platform/random.ts';
import { sendingChannels, transmit } from '../../outbox/messages/messages.ts';
import { readAddressWait } from '../../people/recipients/recipients.ts';
import { deliveryQueue } from '../deliveries/deliveries.table.ts';
import { nextContact, reachedOf } from '../deliveries/deliveries.ts';
import { writers } from '../deliveries/message/message.ts';
import { isAddressOf, isOnPage, lockPage, type Page } from './pages.ts';
import { receivedCodes } from './received.table.ts';

const codesPerDay = 10;
/** A second request within this time sends no new code. */
const codePauseSeconds = 60;
/** A mail server may take minutes to accept a mail; the recipient at the page waits no longer than this. */
const maxWaitMs = 5_000;

/** What a browser enters, or asks for. */
export interface CodeAnswer {
  code?: string | undefined;
  /** Where a code is sent if none is entered. */
  to?: CodeDestination | undefined;
}

/** Accepts a valid code once. Without one, sends a code and throws 409. Throws 400 for a wrong one, which uses up a try. */
export async function requireCode(
  services: Services,
  page: Page,
  { code, to = 'link' }: CodeAnswer,
): Promise<void> {
  if (code === undefined) {
    await sendCode(services, page, to);
    throw new AppError('conflict', sentTexts[to], { fields: { code: 'Please enter the six-digit code' } });
  }
  if (!(await consumeCode(services, page, code)))
    throw fieldError('code', 'That code is wrong or too old. Please check it or ask for a new one.');
}

const sentTexts: Record<CodeDestination, string> = {
  link: 'We have sent a six-digit code to the address this was sent to. Please enter it here.',
  elsewhere: 'We have sent a six-digit code to your other address. Please enter it here.',
};

/**
 * Another address at which the recipient is reached now, for whoever no longer has the one that the link came to: links are meant to open for
 * decades. Undefined if there is none, if the message had failed there or somebody said that it is not theirs, and as long as a change
 * of the address by others waits.
 */
export async function findElsewhere(
  db: Queryable,
  services: Pick<Services, 'config' | 'clock'>,
  { delivery, recipient, address }: Page,
): Promise<Contact<LinkChannel> | undefined> {
  if (!recipient || !address || (await readAddressWait(db, services, recipient.id))) return undefined;
  const reached = reachedOf(recipient, sendingChannels(services));
  return nextContact(reached, [...delivery.failedAddresses, address]);
}

function linkContact(
  services: Services,
  { delivery: { channel, sentTo } }: Page,
): Contact<LinkChannel> | undefined {
  const isSendable = sentTo && carriesLink(channel) && sendingChannels(services).includes(channel);
  return isSendable ? { channel, address: sentTo } : undefined;
}

async function sendCode(services: Services, page: Page, to: CodeDestination): Promise<void> {
  const { db, clock, random, appSecret } = services;
  const { id: deliveryId, recipientFirstName } = page.delivery;
  const elsewhere = await findElsewhere(db, services, page);
  const contact = to === 'link' ? linkContact(services, page) : elsewhere;
  if (!contact) throw new AppError('conflict', 'This was already opened on another device.');
  const { channel, address } = contact;
  const now = clock.now();
  const code = random.digits(6);
  const codeId = await inTransaction(db, async (tx) => {
    await lockPage(tx, page);
    const isOfPage = isCodeOf(tx, services, page, elsewhere);
    const isSentThere = isAddressOf({ address }, receivedCodes.address);
    const countWithin = (seconds: number, which?: SQL) =>
      tx.$count(
        receivedCodes,
        and(isOfPage, gt(receivedCodes.createdAt, secondsAfter(now, -seconds)), which),
      );
    if ((await countWithin(codePauseSeconds, isSentThere)) > 0) return undefined;
    if ((await countWithin(24 * 60 * 60)) >= codesPerDay) throw noCodesLeft();
    const [row] = await tx
      .insert(receivedCodes)
      .values({
        deliveryId,
        codeHash: hashOfCode(appSecret, deliveryId, code),
        address,
        triesLeft: codeTries,
        validUntil: minutesAfter(now, codeMinutes),
        createdAt: now,
      })
      .returning({ id: receivedCodes.id });
    return row?.id;
  });
  if (!codeId) return;
  const content = await writers[channel].code(code, address, recipientFirstName);
  const sent = transmit(services, { key: `code.${codeId}`, content }).catch((fault: unknown) =>
    revokeCode(services, codeId, fault),
  );
  await Promise.race([sent, wait(maxWaitMs, undefined, { ref: false })]);
}

/** Deletes a code that was not sent, so that another can be requested at once; one that may have arrived stays valid. */
async function revokeCode({ db, log }: Services, codeId: string, fault: unknown): Promise<void> {
  if (fault instanceof MessageFault && fault.kind === 'unknown') return;
  log.warn({ err: fault, codeId }, 'a code for another device could not be sent');
  await db.delete(receivedCodes).where(eq(receivedCodes.id, codeId));
  throw new AppError('unavailable', 'We could not send the code. Please try again in a few minutes.', {
    retryAfterSeconds: codePauseSeconds,
    cause: fault,
  });
}

/** Five tries a minute would guess a six-digit code within months, so the number of codes per day is limited. */
function noCodesLeft(): AppError {
  return new AppError('too_many_requests', 'We have sent many codes today. Please try again tomorrow.', {
    retryAfterSeconds: 24 * 60 * 60,
  });
}

/** Checks the newest code of this page, using up a try. A correct code is deleted, so that the next device gets its own. */
async function consumeCode(services: Services, page: Page, code: string): Promise<boolean> {
  const { db, clock, appSecret } = services;
  const elsewhere = await findElsewhere(db, services, page);
  return inTransaction(db, async (tx) => {
    const [newest] = await tx
      .select()
      .from(receivedCodes)
      .where(isCodeOf(tx, services, page, elsewhere))
      .orderBy(desc(receivedCodes.id))
      .limit(1)
      .for('update');
    if (!newest || !isCodeOpen(newest, clock.now())) return false;
    const right = newest.codeHash === hashOfCode(appSecret, newest.deliveryId, code);
    const thisCode = eq(receivedCodes.id, newest.id);
    const triesLeft = newest.triesLeft - 1;
    if (right) await tx.delete(receivedCodes).where(thisCode);
    else await tx.update(receivedCodes).set({ triesLeft }).where(thisCode);
    return right;
  });
}

/**
 * SQL: whether a code was sent through any of this page's links, to its address or `elsewhere`. Without those that
 * a wrong clock made in the future: they would be the newest, and count, for years.
 */
function isCodeOf(
  tx: Tx,
  { clock }: Services,
  page: Page,
  elsewhere: Contact<LinkChannel> | undefined,
): SQL | undefined {
  const onPage = tx.select({ id: deliveryQueue.id }).from(deliveryQueue).where(isOnPage(page));
  const { deliveryId, address, createdAt } = receivedCodes;
  const isSentHere = or(isAddressOf(page, address), elsewhere && isAddressOf(elsewhere, address));
  return and(inArray(deliveryId, onPage), isSentHere, lte(createdAt, latestNow(clock.now())));
}

/** Hashing all six-digit codes takes no time, so the hash is keyed with the application's secret. */
function hashOfCode(appSecret: Services['appSecret'], deliveryId: string, code: string): string {
  return deriveToken(appSecret, 'received-code', `${deliveryId}:${code}`);
}
