import { eq, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import type { Rehearsal } from '../../../../shared/delivery/rehearsal.ts';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import { type Due, dueTogether } from '../../../../test/due-together.ts';
import { codeTo, receivedTokenIn } from '../../../../test/mailbox.ts';
import { openBrowser } from '../../../../test/recipient-browser.ts';
import { requireFound } from '../../../platform/errors.ts';
import { MessageFault } from '../../../platform/mail/mail.ts';
import { auditLog } from '../../system/audit/audit.table.ts';
import { recordBounce } from './bounces/bounces.ts';
import { deliveryQueue } from './deliveries.table.ts';
import { retryDeliveries } from './deliveries.ts';
import { findDifferences } from './reconcile.ts';
import { deliverBatch } from './send/deliver-batch.ts';
import { catchUpWithSendLog } from './start/catch-up.ts';

// A recipient's second email address and their phone are tried in order, each once, and the logs say which one was reached.

const testApp = await startTestApp({ clock: createTestClock('2030-05-04T12:00:00Z') });
const { services, clock } = testApp;
const { db } = services;
const { due, rowsOf, statesOf, mailsTo, auditOf, open } = dueTogether(testApp);

const phone = '+1 212 555 0134';

/** Letters to somebody with two email addresses, and a mail server that refuses those in `refused`. */
async function dueForTwo(count: number, person: object = {}) {
  const second = `second.${v7()}@example.com`;
  const left = await due(count, [{ secondEmail: second, ...person }]);
  const [first = ''] = left.emails;
  const tried: string[] = [];
  const attempt = async (...refused: string[]) => {
    const refuseSome =
      <M extends { to: string }>(send: (message: M) => Promise<void>) =>
      (message: M) => {
        tried.push(message.to);
        const isRefused = refused.includes(message.to);
        return isRefused ? Promise.reject(new MessageFault('permanent', '550 gone')) : send(message);
      };
    const { mailer, texter } = services;
    const refusing = {
      ...services,
      mailer: { ...mailer, send: refuseSome(mailer.send.bind(mailer)) },
      texter: { ...texter, send: refuseSome(texter.send.bind(texter)) },
    };
    await deliverBatch(refusing, left.ids);
  };
  return { left, first, second, tried, attempt };
}

const detailsOf = async (id: string, action: string) =>
  (await db.select().from(auditLog).where(eq(auditLog.subjectId, id))).find(
    (entry) => entry.action === action,
  )?.details;

const sentTo = async (left: Due) => (await rowsOf(left)).map((row) => row.sentTo);

test('what the first address refuses goes to the second, in one mail and with the same link, and the log says so', async () => {
  const { left, first, second, tried, attempt } = await dueForTwo(3);
  await attempt(first);
  expect(await statesOf(left)).toEqual(['pending', 'pending', 'pending']);
  await attempt(first);
  expect(tried).toEqual([first, second]);
  expect(await statesOf(left)).toEqual(['delivered', 'delivered', 'delivered']);
  expect(await sentTo(left)).toEqual([second, second, second]);
  const [mail, ...others] = await mailsTo(second);
  expect(others).toEqual([]);
  expect(await open(receivedTokenIn(requireFound(mail)))).toHaveLength(3);
  const [id = ''] = left.ids;
  expect(await auditOf(id)).toEqual(['delivery.next-address', 'delivery.delivered', 'delivery.opened']);
  expect(await detailsOf(id, 'delivery.delivered')).toEqual({ attempt: 2, address: 2 });
  expect(await findDifferences(db, clock.now())).toEqual([]);
  const { gaps } = (await left.owner.request({ url: '/api/rehearsal?as=years' })).json<Rehearsal>();
  expect(gaps).toContainEqual(
    expect.objectContaining({
      kind: 'first_address_failed',
      href: `/recipients/${left.recipients[0]?.id}?ask=email`,
    }),
  );
});

test('where neither takes it a text message is sent; only then is the owner asked', async () => {
  const { left, first, second, tried, attempt } = await dueForTwo(1, { phone });
  const refused = [first, second, phone];
  for (let round = 0; round < 4; round++) await attempt(...refused);
  expect(tried).toEqual([first, second, phone]);
  expect(await statesOf(left)).toEqual(['bad_address']);
  expect(await auditOf(left.ids[0] ?? '')).toEqual([
    'delivery.next-address',
    'delivery.next-address',
    'delivery.waiting',
  ]);
});

test('another try that somebody asks for begins with the first again', async () => {
  const { left, first, second, tried, attempt } = await dueForTwo(1);
  for (let round = 0; round < 2; round++) await attempt(first, second);
  await retryDeliveries(services, eq(deliveryQueue.id, left.ids[0] ?? ''), 'u1');
  await attempt();
  expect(tried).toEqual([first, second, first]);
  expect(await sentTo(left)).toEqual([first]);
});

test('what comes back later from the first goes to the second, and is opened there with a code, since somebody has the link at the first', async () => {
  const { left, first, second, attempt } = await dueForTwo(2);
  await attempt();
  const [deliveryId = ''] = left.ids;
  await recordBounce(services, { deliveryId, address: first, message: '550 gone' });
  expect(await statesOf(left)).toEqual(['pending', 'pending']);
  await attempt();
  expect(await sentTo(left)).toEqual([second, second]);
  const [mail] = await mailsTo(second);
  const token = receivedTokenIn(requireFound(mail));
  const browser = openBrowser(testApp.app);
  expect((await browser.open(token)).statusCode).toBe(409);
  const opened = await browser.open(token, { code: await codeTo(services, second) });
  expect(opened.json().memories).toHaveLength(2);
  await recordBounce(services, { deliveryId, address: first, message: '550 gone' });
  expect(await statesOf(left)).toEqual(['delivered', 'delivered']);
});

test('the yearly look names what did not arrive, leaves it out of “all”, and sends it again where the owner says that it works', async () => {
  const { left, first, second, tried, attempt } = await dueForTwo(1);
  const { owner, recipients } = left;
  const ask = (url: string, method: 'GET' | 'POST' = 'GET') =>
    owner.request({ method, url: `/api/recipients/${url}` });
  const failed = async () => (await ask('failed-addresses')).json();
  const recipientId = recipients[0]?.id;
  await attempt(first);
  await attempt(first);
  expect(await failed()).toEqual([{ recipientId, addresses: [first], waits: false }]);
  await recordBounce(services, { deliveryId: left.ids[0] ?? '', address: second, message: '550 gone' });
  expect(await failed()).toEqual([{ recipientId, addresses: [first, second], waits: true }]);
  expect((await ask('still-right', 'POST')).json()).toEqual({ count: 0 });
  expect(await failed()).toHaveLength(1);

  expect((await ask(`${recipientId}/still-right`, 'POST')).statusCode).toBe(201);
  expect(await failed()).toEqual([]);
  await attempt();
  expect(tried).toEqual([first, second, first]);
  expect(await statesOf(left)).toEqual(['delivered']);
});

test('what went to the second address is not mentioned any more once the owner says that the first works again', async () => {
  const { left, first, attempt } = await dueForTwo(1);
  const id = left.recipients[0]?.id;
  for (let round = 0; round < 2; round++) await attempt(first);
  await left.owner.request({ method: 'POST', url: `/api/recipients/${id}/still-right` });
  const { gaps } = (await left.owner.request({ url: '/api/rehearsal?as=years' })).json<Rehearsal>();
  expect(gaps.map(({ kind }) => kind)).not.toContain('first_address_failed');
});

test('a database restored from before that learns from the send log which address was reached', async () => {
  const { left, first, second, attempt } = await dueForTwo(1);
  for (let round = 0; round < 2; round++) await attempt(first);
  await db.execute(sql`
    update delivery_queue set status = 'pending', attempt_count = 0, sent_to = null, channel = null, delivered_at = null,
      failed_addresses = '{}', sweep_at = attempt_after where id = ${left.ids[0]}`);
  await catchUpWithSendLog(services);
  expect(await sentTo(left)).toEqual([second]);
});
