// F50: kill -9 of a worker whose message of thirty letters the mail server has accepted. It is sent again unchanged, with
// the same Message-ID, or not at all; none of its letters is lost, and none is sent in another message.
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { nameOfMessage } from '../../server/features/delivery/deliveries/send/same-message.ts';
import type { Database } from '../../server/platform/database.ts';
import { type Reaction, startSmtpServer } from '../fakes/smtp-server.ts';
import {
  allDelivered,
  countActs,
  deliveryMails,
  expectReconciled,
  letLeasesEnd,
  takenOver,
} from './support/deliveries.ts';
import { mailThrough, makePlace } from './support/place.ts';
import { startProcess } from './support/processes.ts';
import { milliseconds } from './support/randomness.ts';
import { seedAtOnce } from './support/seed.ts';

const people = 8;
const perPerson = 30;
const count = people * perPerson;

/** The message that each person is to get, as the mail server names it. */
async function expectedMessages(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ ids: string[] }>(
    sql`select array_agg(id order by id) as ids from delivery_queue group by recipient_id`,
  );
  return rows.map(({ ids }) => `${nameOfMessage(ids.map((id) => ({ id })))}@localhost`).toSorted();
}

test('killed after the last byte and before the answer', async () => {
  const smtp = await startSmtpServer({ keep: 'ids' });
  const { db, env } = await makePlace(mailThrough(smtp.url));
  await seedAtOnce(db, { count, dueAt: new Date(), owners: people, perPerson });
  const killed = await startProcess(env, { role: 'worker' });
  let taken = 0;
  smtp.behave(async ({ stage }): Promise<Reaction> => {
    if (stage !== 'message') return 'accept';
    taken += 1;
    if (taken === 4) await killed.end('SIGKILL');
    return 'accept';
  });
  await killed.exited;
  await takenOver(smtp, 4);
  const sentBefore = deliveryMails(smtp);
  await letLeasesEnd(db);
  await startProcess(env, { role: 'worker' });
  await allDelivered(db, count);
  const sent = deliveryMails(smtp);
  expect([...new Set(sent)].toSorted()).toEqual(await expectedMessages(db));
  const sentAgain = sent.filter((id, index) => sent.indexOf(id) !== index);
  expect(sentAgain.length).toBeGreaterThan(0);
  expect(sentBefore).toEqual(expect.arrayContaining(sentAgain));
  expect((await countActs(db))['delivery.delivered']).toBe(count);
  await expectReconciled(db);
});

test('of two workers one is killed just after the answer: each person gets one message', async () => {
  const smtp = await startSmtpServer({ keep: 'ids' });
  const { db, env } = await makePlace(mailThrough(smtp.url));
  const [killed, other] = await Promise.all([1, 2].map(() => startProcess(env, { role: 'worker' })));
  smtp.behave(({ stage }) => {
    if (stage === 'message' && smtp.messages.length === 2)
      void milliseconds(1).then(() => killed?.end('SIGKILL'));
    return 'accept';
  });
  await seedAtOnce(db, { count, dueAt: new Date(), owners: people, perPerson });
  await takenOver(smtp, 2);
  await killed?.exited;
  smtp.behave(() => 'accept');
  // It finishes what it has started: from then on every lease belongs to a dead worker.
  await other?.end('SIGTERM');
  await letLeasesEnd(db);
  await startProcess(env, { role: 'worker' });
  await allDelivered(db, count);
  expect([...new Set(deliveryMails(smtp))].toSorted()).toEqual(await expectedMessages(db));
  expect((await countActs(db))['delivery.delivered']).toBe(count);
  await expectReconciled(db);
});
