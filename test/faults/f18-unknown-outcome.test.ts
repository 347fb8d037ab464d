// F18: the mail server accepts the message, but the connection breaks or goes silent before it says so. Nobody can
// know: the outcome is recorded as unknown, and the message is sent again with the very same Message-ID.
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { openTwilioTexter } from '../../server/platform/sms/twilio-texter.ts';
import { createTestClock } from '../app.ts';
import { type Reaction, startSmtpServer } from '../fakes/smtp-server.ts';
import { startTwilioServer } from '../fakes/twilio-server.ts';
import { countActs, countByStatus, deliveryMails, expectReconciled } from './support/deliveries.ts';
import { makePlace } from './support/place.ts';
import { seedAtOnce } from './support/seed.ts';
import { openWorkbench } from './support/workbench.ts';

const due = new Date('2026-11-20T12:00:00Z');
const quarterOfAnHour = 15 * 60;

/** How many copies of each mail were kept, and how long the response is waited for: only silence takes that long. */
const faults: [string, Reaction, number, number][] = [
  ['drops the connection after the last byte, having kept the mail', 'drop', 1, 600_000],
  ['drops the connection after the last byte, having forgotten the mail', 'drop-unkept', 0, 600_000],
  ['falls silent after the last byte', 'stall', 1, 5_000],
];

test.each(faults)('a mail server that %s', async (_name, reaction, kept, answerMs) => {
  const place = await makePlace();
  const { db } = place;
  const clock = createTestClock(due);
  const smtp = await startSmtpServer();
  const count = 5;
  await seedAtOnce(db, { count, dueAt: due, owners: count });
  const worker = await openWorkbench(place, { clock, smtpUrl: smtp.url, limits: { answerMs } });
  await worker.work();
  smtp.behave(({ stage }) => (stage === 'message' ? reaction : 'accept'));
  await worker.sweep();
  expect(deliveryMails(smtp)).toHaveLength(kept * count);
  expect(await countByStatus(db)).toEqual({ pending: count });
  expect(await countActs(db)).toMatchObject({ 'delivery.outcome-unknown': count });

  smtp.behave(() => 'accept');
  clock.advance(quarterOfAnHour - 1);
  await worker.sweep();
  expect(deliveryMails(smtp)).toHaveLength(kept * count);

  clock.advance(quarterOfAnHour);
  await worker.sweep();
  expect(await countByStatus(db)).toEqual({ delivered: count });
  expect(deliveryMails(smtp)).toHaveLength((kept + 1) * count);
  expect(new Set(deliveryMails(smtp)).size).toBe(count);
  const links = await db.execute<{ n: number }>(
    sql`select count(distinct token_hash)::int as n from delivery_queue`,
  );
  expect(links.rows[0]?.n).toBe(count);
  const texts = new Set(
    smtp.messages.map(({ parsed }) => /received\/[\w-]{43}/.exec(parsed?.text ?? '')?.[0]),
  );
  expect(texts.size).toBe(count);
  expect(await countActs(db)).toMatchObject({
    'delivery.delivered': count,
    'delivery.outcome-resolved': count,
  });
  await expectReconciled(db, clock.now());
});

test('a text message whose answer was lost is looked for before it is sent again', async () => {
  const account = { sid: 'ACfault', token: 'a token for tests' };
  const twilio = await startTwilioServer(account);
  onTestFinished(() => twilio.close());
  const place = await makePlace();
  const { db } = place;
  const clock = createTestClock(due);
  const smtp = await startSmtpServer();
  await seedAtOnce(db, { count: 3, dueAt: due, owners: 3 });
  await db.execute(sql`update recipients set phone = '+12125550134', email = null`);
  const worker = await openWorkbench(place, { clock, smtpUrl: smtp.url });
  const texter = openTwilioTexter({
    accountSid: account.sid,
    authToken: account.token,
    from: '+12125550100',
    baseUrl: twilio.url,
  });
  worker.services.texter = texter;
  await worker.work();
  twilio.behave(() => 'drop');
  await worker.sweep();
  expect(twilio.messages).toHaveLength(3);
  expect(await countByStatus(db)).toEqual({ pending: 3 });
  twilio.behave(() => 'accept');
  clock.advance(2 * quarterOfAnHour);
  await worker.sweep();
  expect(await countByStatus(db)).toEqual({ delivered: 3 });
  expect(twilio.messages).toHaveLength(3);
  expect(await countActs(db)).toMatchObject({ 'delivery.outcome-resolved': 3 });
  await expectReconciled(db, clock.now());
});
