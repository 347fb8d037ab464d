import { expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import { givenDeliveries } from '../../../../test/given-deliveries.ts';
import { startDelivery } from '../../../../test/started-delivery.ts';
import { requireFound } from '../../../platform/errors.ts';
import { deliveryToken } from '../deliveries/message/message.ts';
import { startDueSchedules } from '../deliveries/start/start.ts';

// No worker runs: each delivery is attempted by hand.

const clock = createTestClock('2030-05-04T12:00:00Z');
const testApp = await startTestApp({ clock });
const { app, services } = testApp;
const { idOf, attempt, open, schedule } = givenDeliveries(testApp);

test('404: a link that has not been sent, although its letter is due', async () => {
  const started = await startDelivery(testApp);
  const url = `/api/received/${deliveryToken(services, idOf(started))}`;
  expect((await app.inject({ url })).statusCode).toBe(404);
  await attempt(started);
  expect((await app.inject({ url })).statusCode).toBe(200);
});

test('what may not have arrived is shown by its own link alone', async () => {
  const arrived = await startDelivery(testApp);
  await attempt(arrived);
  const doubtful = await schedule(arrived, [requireFound(arrived.recipients[0]).id]);
  clock.advance(61);
  await startDueSchedules(services);
  await attempt(doubtful, { kind: 'later', unknown: true, message: 'the connection ended' });
  const { browser } = await open(arrived);
  const countOf = async (started: typeof arrived) =>
    (await browser.open(deliveryToken(services, idOf(started)))).json().memories.length;
  expect([await countOf(arrived), await countOf(doubtful)]).toEqual([1, 2]);
});
