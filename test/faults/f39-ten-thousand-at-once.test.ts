// F39: 10,000 schedules fall due at one instant, with two worker processes, while people go on using the API. None goes
// out early, none twice, and the API answers.
import { expect, test } from 'vitest';
import { startSmtpServer } from '../fakes/smtp-server.ts';
import { allDelivered, expectEachSentOnce, expectReconciled } from './support/deliveries.ts';
import { addRecipient, registerCaller } from './support/people.ts';
import { mailThrough, makePlace } from './support/place.ts';
import { startProcess } from './support/processes.ts';
import { seedAtOnce } from './support/seed.ts';

const count = 10_000;
const owners = 1_000;
/** Long enough to write them all down before. */
const leadMilliseconds = 8_000;

test('10,000 at one instant', async () => {
  const dueAt = new Date(Date.now() + leadMilliseconds);
  let first: Date | undefined;
  const smtp = await startSmtpServer({ keep: 'ids' });
  smtp.behave(({ stage, messageId }) => {
    if (stage === 'message' && messageId.startsWith('delivery.')) first ??= new Date();
    return 'accept';
  });
  const { db, env } = await makePlace(mailThrough(smtp.url));
  await seedAtOnce(db, { count, dueAt, owners });
  const [web] = await Promise.all([
    startProcess(env, { role: 'web' }),
    startProcess(env, { role: 'worker' }),
    startProcess(env, { role: 'worker' }),
  ]);
  const { address } = web;
  const caller = await registerCaller(address, db);
  let isOver = false;
  const using = async (n: number) => {
    const statuses = new Set<number>();
    for (let added = 0; !isOver; added++) {
      if (added < 50) await addRecipient(caller, address, `person.${n}.${added}@example.com`);
      statuses.add((await caller.call(address, { path: '/api/recipients' })).status);
      statuses.add((await caller.call(address, { path: '/api/memories' })).status);
    }
    return [...statuses];
  };
  const use = Promise.all([1, 2, 3].map(using));
  await allDelivered(db, count, 120);
  isOver = true;
  expect(await use).toEqual([[200], [200], [200]]);
  expect(first?.getTime()).toBeGreaterThanOrEqual(dueAt.getTime());
  expectEachSentOnce(smtp, count);
  await expectReconciled(db);
});
