import { setTimeout as wait } from 'node:timers/promises';
import { and, desc, eq, gt, inArray, lte } from 'drizzle-orm';
import { carriesLink } from '../../../../shared/outbox/channels.ts';
import { minutesAfter, secondsAfter } from '../../../platform/clock.ts';
import { codeMinutes, codeTries, isCodeOpen } from '../../../platform/codes.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/database.ts';
import { latestNow } from '../../../platform/database-time.ts';
import { AppError, fieldError } from '../../../platform/errors.ts';
import { MessageFault } from '../../../platform/mail/mail.ts';
import { deriveToken } from '../../../platform/random.ts';
import { sendingChannels, transmit } from '../../outbox/messages/messages.ts';
import { deliveryQueue } from '../deliveries/deliveries.table.ts';
import { writers } from '../deliveries/message/message.ts';
import { isAddressOf, isOnPage, lockPage, type Page } from './pages.ts';
import { receivedCodes } from './received.table.ts';

const codesPerDay = 10;
/** A second request within this time sends no new code. */
const codePauseSeconds = 60;
/** A mail server may take minutes to accept a mail; the recipient at the page waits no longer than this. */
const maxWaitMs = 5_000;

/** Accepts a valid code once. Without one, sends a code and throws 409. Throws 400 for a wrong one, which uses up a try. */
export async function requireCode(services: Services, page: Page, code: string | undefined): Promise<void> {
  if (code === undefined) {
    await sendCode(services, page);
    const message = 'We have sent a six-digit code to the address this was sent to. Please enter it here.';
    throw new AppError('conflict', message, { fields: { code: 'Please enter the six-digit code' } });
  }
  if (!(await consumeCode(services, page, code)))
    throw fieldError('code', 'That code is wrong or too old. Please check it or ask for a new one.');
}

async function sendCode(services: Services, page: Page): Promise<void> {
  const { db, clock, random, appSecret } = services;
  const { id: deliveryId, channel, sentTo, recipientFirstName } = page.delivery;
  if (!sentTo || !carriesLink(channel) || !sendingChannels(services).includes(channel))
    throw new AppError('conflict', 'This was already opened on another device.');
  const now = clock.now();
  const code = random.digits(6);
  const codeId = await inTransaction(db, async (tx) => {
    await lockPage(tx, page);
    if ((await countCodesWithin(tx, page, now, codePauseSeconds)) > 0) return undefined;
    await requireCodesLeft(tx, page, now);
    const [row] = await tx
      .insert(receivedCodes)
      .values({
        deliveryId,
        codeHash: hashOfCode(appSecret, deliveryId, code),
        address: sentTo,
        triesLeft: codeTries,
        validUntil: minutesAfter(now, codeMinutes),
        createdAt: now,
      })
      .returning({ id: receivedCodes.id });
    return row?.id;
  });
  if (!codeId) return;
  const content = await writers[channel].code(code, sentTo, recipientFirstName);
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
async function requireCodesLeft(tx: Tx, page: Page, now: Date): Promise<void> {
  if ((await countCodesWithin(tx, page, now, 24 * 60 * 60)) < codesPerDay) return;
  throw new AppError('too_many_requests', 'We have sent many codes today. Please try again tomorrow.', {
    retryAfterSeconds: 24 * 60 * 60,
  });
}

function countCodesWithin(tx: Tx, page: Page, now: Date, seconds: number): Promise<number> {
  const isSince = gt(receivedCodes.createdAt, secondsAfter(now, -seconds));
  return tx.$count(receivedCodes, and(isCodeOf(tx, page, now), isSince));
}

/** Checks the newest code of this page, using up a try. A correct code is deleted, so that the next device gets its own. */
async function consumeCode({ db, clock, appSecret }: Services, page: Page, code: string): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const [newest] = await tx
      .select()
      .from(receivedCodes)
      .where(isCodeOf(tx, page, clock.now()))
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
 * SQL: whether a code was sent to this page's address, through any of its links. Without those that a wrong clock made in the future: they
 * would be the newest, and count, for years.
 */
function isCodeOf(tx: Tx, page: Page, now: Date) {
  const onPage = tx.select({ id: deliveryQueue.id }).from(deliveryQueue).where(isOnPage(page));
  const { deliveryId, address, createdAt } = receivedCodes;
  return and(inArray(deliveryId, onPage), isAddressOf(page, address), lte(createdAt, latestNow(now)));
}

/** Hashing all six-digit codes takes no time, so the hash is keyed with the application's secret. */
function hashOfCode(appSecret: Services['appSecret'], deliveryId: string, code: string): string {
  return deriveToken(appSecret, 'received-code', `${deliveryId}:${code}`);
}
