import { setTimeout as wait } from 'node:timers/promises';
import { and, count, desc, eq, gt, sql } from 'drizzle-orm';
import { carriesLink } from '../../../../shared/outbox/channels.ts';
import { minutesAfter, secondsAfter } from '../../../platform/clock.ts';
import { codeMinutes, codeTries, isCodeOpen } from '../../../platform/codes.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Queryable, type Tx } from '../../../platform/database.ts';
import { AppError, fieldError } from '../../../platform/errors.ts';
import { MessageFault } from '../../../platform/mail/mail.ts';
import { deriveToken, hashToken } from '../../../platform/random.ts';
import { transmit } from '../../outbox/messages/messages.ts';
import type { DeliveryRow } from '../deliveries/deliveries.table.ts';
import { writers } from '../deliveries/message/message.ts';
import { receivedCodes, receivedDevices } from './received.table.ts';

const codesPerDay = 10;
/** Asking again sooner sends no second code. */
const codePauseSeconds = 60;
/** A mail server may take minutes to accept a mail; the recipient at the page does not wait longer than this. */
const maxWaitMs = 5_000;

/** The device with this secret in its cookie, and when it first opened the link. */
export async function findKnownDevice(
  db: Queryable,
  deliveryId: string,
  secret: string | undefined,
): Promise<{ createdAt: Date } | undefined> {
  if (!secret) return undefined;
  const [device] = await db
    .select({ createdAt: receivedDevices.createdAt })
    .from(receivedDevices)
    .where(
      and(eq(receivedDevices.deliveryId, deliveryId), eq(receivedDevices.cookieHash, hashToken(secret))),
    );
  return device;
}

/** Makes this browser a known device; returns the secret for its cookie. */
export async function rememberDevice(
  tx: Tx,
  { clock, random }: Services,
  deliveryId: string,
): Promise<string> {
  const secret = random.token();
  await tx
    .insert(receivedDevices)
    .values({ deliveryId, cookieHash: hashToken(secret), createdAt: clock.now() });
  return secret;
}

/** Accepts a valid code once. Throws 409 after sending a code if none was given, 400 for a wrong one, which uses up a try. */
export async function requireCode(
  services: Services,
  delivery: DeliveryRow,
  code: string | undefined,
): Promise<void> {
  if (code === undefined) {
    await sendCode(services, delivery);
    throw new AppError(
      'conflict',
      'We have sent a six-digit code to the address this was sent to. Please enter it here.',
      {
        fields: { code: 'Please enter the six-digit code' },
      },
    );
  }
  if (!(await consumeCode(services, delivery.id, code))) {
    throw fieldError('code', 'That code is wrong or too old. Please check it or ask for a new one.');
  }
}

async function sendCode(services: Services, delivery: DeliveryRow): Promise<void> {
  const { db, clock, random, appSecret } = services;
  const { channel, sentTo } = delivery;
  if (!sentTo || !carriesLink(channel))
    throw new AppError('conflict', 'This was already opened on another device.');
  const now = clock.now();
  const code = random.digits(6);
  const codeId = await inTransaction(db, async (tx) => {
    await tx.execute(sql`select 1 from delivery_queue where id = ${delivery.id} for update`);
    const [recent] = await tx
      .select({ id: receivedCodes.id })
      .from(receivedCodes)
      .where(
        and(
          eq(receivedCodes.deliveryId, delivery.id),
          gt(receivedCodes.createdAt, secondsAfter(now, -codePauseSeconds)),
        ),
      );
    if (recent) return undefined;
    await requireCodesLeft(tx, delivery.id, now);
    const [row] = await tx
      .insert(receivedCodes)
      .values({
        deliveryId: delivery.id,
        codeHash: hashOfCode(appSecret, delivery.id, code),
        triesLeft: codeTries,
        validUntil: minutesAfter(now, codeMinutes),
        createdAt: now,
      })
      .returning({ id: receivedCodes.id });
    return row?.id;
  });
  if (!codeId) return;
  const content = await writers[channel].code(code, sentTo, delivery.recipientFirstName);
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
async function requireCodesLeft(tx: Tx, deliveryId: string, now: Date): Promise<void> {
  const [sent] = await tx
    .select({ codes: count() })
    .from(receivedCodes)
    .where(
      and(eq(receivedCodes.deliveryId, deliveryId), gt(receivedCodes.createdAt, minutesAfter(now, -24 * 60))),
    );
  if ((sent?.codes ?? 0) < codesPerDay) return;
  throw new AppError('too_many_requests', 'We have sent many codes today. Please try again tomorrow.', {
    retryAfterSeconds: 24 * 60 * 60,
  });
}

/** Checks the newest code of this delivery, using up a try. A correct code is deleted, so that the next device gets its own. */
async function consumeCode(
  { db, clock, appSecret }: Services,
  deliveryId: string,
  code: string,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const [newest] = await tx
      .select()
      .from(receivedCodes)
      .where(eq(receivedCodes.deliveryId, deliveryId))
      .orderBy(desc(receivedCodes.id))
      .limit(1)
      .for('update');
    if (!newest || !isCodeOpen(newest, clock.now())) return false;
    const right = newest.codeHash === hashOfCode(appSecret, deliveryId, code);
    const thisCode = eq(receivedCodes.id, newest.id);
    if (right) await tx.delete(receivedCodes).where(thisCode);
    else
      await tx
        .update(receivedCodes)
        .set({ triesLeft: newest.triesLeft - 1 })
        .where(thisCode);
    return right;
  });
}

/** All six-digit codes are quickly hashed, so the hash is keyed with the application's secret. */
function hashOfCode(appSecret: Services['appSecret'], deliveryId: string, code: string): string {
  return deriveToken(appSecret, 'received-code', `${deliveryId}:${code}`);
}
