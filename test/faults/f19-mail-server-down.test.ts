// F19: the mail server is down for two days. The queue grows, nothing is lost, and when it returns everything is sent in order.
import { expect, test } from 'vitest';
import { createTestClock } from '../app.ts';
import { type Behaviour, startSmtpServer } from '../fakes/smtp-server.ts';
import {
  countActs,
  countByStatus,
  deliveryMails,
  expectEachSentOnce,
  expectReconciled,
} from './support/deliveries.ts';
import { expectDueOrder } from './support/due-order.ts';
import { makePlace } from './support/place.ts';
import { seedAtOnce } from './support/seed.ts';
import { openWorkbench } from './support/workbench.ts';

const start = new Date('2026-12-24T12:00:00Z');
const hour = 60 * 60;
const longestPauseSeconds = 36 * 60;

/** A mail whose connections are cut is retried on others until its time is up; the other faults end with a response. */
const faults: [string, number, number, Behaviour][] = [
  ['takes connections and cuts them', 10, 6_000, () => 'drop'],
  ['answers that it is not available', 60, 600_000, () => ({ code: 421, text: 'Service not available' })],
  ['takes no message', 960, 600_000, ({ stage }) => (stage === 'sender' ? refused : 'accept')],
];
const refused = { code: 451, text: 'Not now' };

test.each(faults)('a mail server that %s for 48 hours', async (_name, count, sendingMs, behaviour) => {
  const place = await makePlace();
  const { db } = place;
  const clock = createTestClock(start);
  const smtp = await startSmtpServer();
  smtp.behave(behaviour);
  await seedAtOnce(db, { count, dueAt: start, spacingSeconds: (48 * hour) / count, owners: 20 });
  const worker = await openWorkbench(place, { clock, smtpUrl: smtp.url, limits: { sendingMs } });
  await worker.work();
  for (let hours = 0; hours < 48; hours += 16) {
    await worker.sweep();
    clock.advance(16 * hour);
  }
  await worker.sweep();
  expect(deliveryMails(smtp)).toEqual([]);
  expect(await countByStatus(db)).toEqual({ pending: count });
  expect(Object.keys(await countActs(db)).sort()).toEqual(['delivery.retried-later', 'schedule.started']);

  smtp.behave(() => 'accept');
  clock.advance(longestPauseSeconds);
  await worker.sweep();
  expect(await countByStatus(db)).toEqual({ delivered: count });
  expectEachSentOnce(smtp, count);
  await expectDueOrder(db, smtp);
  await expectReconciled(db, clock.now());
});
