import { setTimeout as wait } from 'node:timers/promises';
import { and, count, desc, eq, gt, sql } from 'drizzle-orm';
import { minutesAfter, secondsAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Queryable, type Tx } from '../../../platform/database.ts';
import { AppError, fieldError } from '../../../platform/errors.ts';
import { MessageFault } from '../../../platform/mail/mail.ts';
import { deriveToken, hashToken } from '../../../platform/random.ts';
import type { DeliveryRow } from '../deliveries/deliveries.table.ts';
import { codeMail, codeText } from './received.mail.tsx';
import { receivedCodes, receivedDevices } from './received.table.ts';

const codeMinutes = 10;
const codeTries = 5;
const codesPerDay = 10;
/** Whoever asks again sooner is told to look for the code that is on its way. */
const codePauseSeconds = 60;
/** A mail server may think about a mail for minutes. Somebody waits at the page: they are told to look for it sooner. */
const sendingPatienceMs = 5_000;

/** Has the browser with this secret opened the delivery before? */
export async function isKnownDevice(
  db: Queryable,
  deliveryId: string,
  secret: string | undefined,
): Promise<boolean> {
  if (!secret) return false;
  const [device] = await db
    .select({ id: receivedDevices.id })
    .from(receivedDevices)
    .where(
      and(eq(receivedDevices.deliveryId, deliveryId), eq(receivedDevices.cookieHash, hashToken(secret))),
    );
  return device !== undefined;
}

/** Lets a browser in from now on; answers the secret that its cookie keeps. */
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

/** Passes with the right code. Without one a code is sent and 409 says so; a wrong one is 400 and uses up a try. */
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
    throw fieldError(
      'code',
      'This code is not right or no longer holds. Please check it or ask for a new one.',
    );
  }
}

async function sendCode(services: Services, delivery: DeliveryRow): Promise<void> {
  const { db, clock, random, appSecret } = services;
  if (!delivery.sentTo) throw new AppError('conflict', 'This was already opened on another device.');
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
    await requireFewCodes(tx, delivery.id, now);
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
  const sending = transmitCode(services, delivery.sentTo, delivery.recipientFirstName, code, codeId);
  const sent = sending.catch((fault: unknown) => revokeCode(services, codeId, fault));
  await Promise.race([sent, wait(sendingPatienceMs, undefined, { ref: false })]);
}

/** A code that did not go out is forgotten, so that the next try need not wait for it; one that may have arrived holds. */
async function revokeCode({ db, log }: Services, codeId: string, fault: unknown): Promise<void> {
  if (fault instanceof MessageFault && fault.kind === 'unknown') return;
  log.warn({ err: fault, codeId }, 'a code for another device could not be sent');
  await db.delete(receivedCodes).where(eq(receivedCodes.id, codeId));
  throw new AppError('unavailable', 'We could not send the code. Please try again in a few minutes.', {
    retryAfterSeconds: codePauseSeconds,
    cause: fault,
  });
}

/** Five tries a minute would find six digits in some months: so a link gets no more than this many codes a day. */
async function requireFewCodes(tx: Tx, deliveryId: string, now: Date): Promise<void> {
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

async function transmitCode(
  { config, mailer, texter }: Services,
  to: string,
  name: string,
  code: string,
  id: string,
) {
  if (!to.includes('@')) return texter.send({ id: `code.${id}`, to, body: codeText(code) });
  const content = await codeMail({ recipientName: name, code, minutes: String(codeMinutes) });
  return mailer.send({ ...content, messageId: `code.${id}@${new URL(config.publicUrl).hostname}`, to });
}

/** One try at the newest code of this delivery. A code that was right is gone, so that the next device gets its own. */
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
    if (!newest || newest.triesLeft <= 0 || newest.validUntil < clock.now()) return false;
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

/** Six digits are quickly tried through: the hash needs the application's secret. */
function hashOfCode(appSecret: string, deliveryId: string, code: string): string {
  return deriveToken(appSecret, 'received-code', `${deliveryId}:${code}`);
}
