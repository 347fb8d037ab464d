// F02: kill -9 of the worker between claim and send. Another takes over when the lease has ended, and sends once.
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { eventually } from '../app.ts';
import { type Behaviour, startSmtpServer } from '../fakes/smtp-server.ts';
import {
  allDelivered,
  countActs,
  countByStatus,
  deliveryMails,
  expectEachSentOnce,
  expectReconciled,
  lengthenLeases,
  letLeasesEnd,
} from './support/deliveries.ts';
import { mailThrough, makePlace } from './support/place.ts';
import { startProcess } from './support/processes.ts';
import { seedAtOnce } from './support/seed.ts';

const places: [string, Behaviour][] = [
  ['before the mail server greets', () => 'stall'],
  ['before the mail server takes the sender', ({ stage }) => (stage === 'sender' ? 'stall' : 'accept')],
  ['before the mail server takes the recipient', ({ stage }) => (stage === 'recipient' ? 'stall' : 'accept')],
];

test.each(places)('killed %s', async (_name, behaviour) => {
  const smtp = await startSmtpServer({ keep: 'ids' });
  const place = await makePlace(mailThrough(smtp.url));
  const { db, env } = place;
  const count = 40;
  await seedAtOnce(db, { count, dueAt: new Date(), owners: count });
  smtp.behave(behaviour);
  const killed = await startProcess(env, { role: 'worker' });
  await eventually(
    async () => (await countByStatus(db)).sending === count && smtp.connections > 0,
    'the worker to have claimed everything and to be talking to the mail server',
  );
  await killed.end('SIGKILL');
  await lengthenLeases(db);
  smtp.hangUp();
  smtp.behave(() => 'accept');

  // The next worker starts and delivers what is new, and leaves alone what another may still be sending.
  await startProcess(env, { role: 'worker' });
  await seedAtOnce(db, { count: 1, dueAt: new Date() });
  await eventually(async () => (await countByStatus(db)).delivered === 1, 'the new one to be delivered');
  expect(deliveryMails(smtp)).toHaveLength(1);
  expect(await countByStatus(db)).toEqual({ sending: count, delivered: 1 });

  await letLeasesEnd(db);
  await allDelivered(db, count + 1);
  expectEachSentOnce(smtp, count + 1);
  const attempts = await db.execute(sql`select 1 from delivery_queue where attempt_count = 2`);
  expect(attempts.rowCount).toBe(count);
  expect(await countActs(db)).toEqual({
    'schedule.started': count + 1,
    'delivery.outcome-unknown': count,
    'delivery.outcome-resolved': count,
    'delivery.delivered': count + 1,
  });
  await expectReconciled(db);
});
