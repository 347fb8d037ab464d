// F39: 10,000 schedules fall due at one instant, with two worker processes, while people continue to use the API. None is
// sent early, none twice, they are sent roughly in the order in which they were written, and the API responds.
import { expect, test } from 'vitest';
import { eventually } from '../app.ts';
import { startSmtpServer } from '../fakes/smtp-server.ts';
import { allDelivered, expectEachSentOnce, expectReconciled } from './support/deliveries.ts';
import { expectOrderOfWriting } from './support/due-order.ts';
import { addRecipient, registerCaller } from './support/people.ts';
import { mailThrough, makePlace } from './support/place.ts';
import { startProcess } from './support/processes.ts';
import { seedAtOnce } from './support/seed.ts';

const count = 10_000;
const owners = 1_000;
/** Long enough to write all of them before that. */
const leadMilliseconds = 8_000;
/** Ten thousand mails take a busy machine some time. */
const patienceSeconds = 1_000;

function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN);
}

test('10,000 at one instant', async ({ annotate }) => {
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
  const latencies: number[] = [];
  const read = async (path: string) => {
    const asked = performance.now();
    const { status } = await caller.call(address, { path });
    latencies.push(performance.now() - asked);
    return status;
  };
  const using = async (n: number) => {
    const statuses = new Set<number>();
    for (let added = 0; !isOver; added++) {
      if (added < 50) await addRecipient(caller, address, `person.${n}.${added}@example.com`);
      statuses.add(await read('/api/recipients'));
      statuses.add(await read('/api/memories'));
    }
    return [...statuses];
  };
  // Requests before that instant would make the load look lighter than it is.
  await eventually(async () => Date.now() >= dueAt.getTime(), 'the instant');
  const use = Promise.all([1, 2, 3].map(using));
  await allDelivered(db, count, patienceSeconds);
  isOver = true;
  expect(await use).toEqual([[200], [200], [200]]);
  expect(first?.getTime()).toBeGreaterThanOrEqual(dueAt.getTime());
  expectEachSentOnce(smtp, count);
  await expectOrderOfWriting(db, smtp, owners);
  await annotate(`API reads during the herd: ${latencies.length}, p99 ${percentile(latencies, 0.99)} ms`);
  await expectReconciled(db);
});
