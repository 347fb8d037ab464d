import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { firstMailTo, lettersTo, mailTo, receivedTokenIn } from '../../../../../test/mailbox.ts';
import { deliveriesOf, startDelivery } from '../../../../../test/started-delivery.ts';
import { deliveryQueue } from '../deliveries.table.ts';
import { deliveryTokenHash } from '../message/message.ts';
import { claimDeliveries } from './claim.ts';
import { deliverBatch } from './deliver-batch.ts';
import { makeNewLinks } from './new-links.ts';

const clock = createTestClock('2030-05-04T12:00:00Z');
const lines: string[] = [];
const testApp = await startTestApp({ clock, env: { LOG_LEVEL: 'error' }, onLog: (line) => lines.push(line) });
const { services } = testApp;

const lostTheOther = {
  ...services,
  appSecret: { ...services.appSecret, links: 'another secret that is long enough too' },
};

test('a letter whose link would not open, since another secret is set, is not sent, and says why; with the right one it is', async () => {
  const maya = 'maya.with.a.dead.link@example.com';
  const started = await startDelivery(testApp, { people: [{ email: maya }] });
  const delivery = async () => (await deliveriesOf(testApp, started))[0];
  const { id = '' } = (await delivery()) ?? {};
  for (let times = 0; times < 3; times++) {
    await deliverBatch(lostTheOther, [id]);
    clock.advance(60 * 60);
  }
  const errorMessage = 'Its link would not open: LINK_SECRET is not the one it was made with.';
  expect(await delivery()).toMatchObject({ status: 'pending', errorMessage });
  expect(lines.join()).toContain(id);
  expect(await mailTo(services, maya)).toEqual([]);

  await deliverBatch(services, [id]);
  expect(await delivery()).toMatchObject({ status: 'delivered', errorMessage: null });
  expect(await lettersTo(services, maya)).toBe(1);
});

test('after the secret was lost for good, what has not left gets new links and goes out; what may have left keeps its own', async () => {
  const people = ['noor', 'iris', 'otto'].map((name) => ({ email: `${name}.after.the.loss@example.com` }));
  const started = await startDelivery(testApp, { people });
  const [unsent = '', unknown = '', sending = ''] = (await deliveriesOf(testApp, started)).map(
    ({ id }) => id,
  );
  await services.db
    .update(deliveryQueue)
    .set({ outcomeUnknownAt: clock.now() })
    .where(eq(deliveryQueue.id, unknown));
  await claimDeliveries(services, [sending]);
  const before = await deliveriesOf(testApp, started);

  expect(await makeNewLinks(services)).toBe(0);
  expect(await makeNewLinks(lostTheOther)).toBe(1);
  const after = await deliveriesOf(testApp, started);
  expect(after[0]?.tokenHash).toBe(deliveryTokenHash(lostTheOther, unsent));
  expect(after.slice(1)).toEqual(before.slice(1));

  await deliverBatch(lostTheOther, [unsent]);
  expect((await deliveriesOf(testApp, started))[0]).toMatchObject({ status: 'delivered' });
  const letter = await firstMailTo(services, people[0]?.email ?? '');
  const page = await testApp.app.inject(`/api/received/${receivedTokenIn(letter)}`);
  expect(page.statusCode).toBe(200);

  expect(await makeNewLinks(lostTheOther, [unsent, unknown, sending])).toBe(1);
  const settled = (await deliveriesOf(testApp, started)).map(({ tokenHash }) => tokenHash);
  expect(settled[1]).toBe(deliveryTokenHash(lostTheOther, unknown));
  expect(settled[2]).toBe(before[2]?.tokenHash);
});
