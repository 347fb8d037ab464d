// F03: kill -9 of the worker after the mail server has accepted the message and before that is recorded. The
// message is sent again with the same Message-ID, by which mail systems recognise it; the audit log says so.
import { expect, test } from 'vitest';
import { type Reaction, startSmtpServer } from '../fakes/smtp-server.ts';
import {
  allDelivered,
  countActs,
  deliveryMails,
  expectReconciled,
  expectUnknownResolved,
  letLeasesEnd,
  takenOver,
} from './support/deliveries.ts';
import { mailThrough, makePlace } from './support/place.ts';
import { startProcess } from './support/processes.ts';
import { milliseconds } from './support/randomness.ts';
import { seedAtOnce } from './support/seed.ts';

const count = 60;

test('killed after the last byte and before the answer', async () => {
  const smtp = await startSmtpServer({ keep: 'ids' });
  const { db, env } = await makePlace(mailThrough(smtp.url));
  await seedAtOnce(db, { count, dueAt: new Date(), owners: count });
  const killed = await startProcess(env, { role: 'worker' });
  let taken = 0;
  smtp.behave(async ({ stage }): Promise<Reaction> => {
    if (stage !== 'message') return 'accept';
    taken += 1;
    if (taken === 20) await killed.end('SIGKILL');
    return 'accept';
  });
  await killed.exited;
  await takenOver(smtp, 20);
  const sentBefore = deliveryMails(smtp);
  await letLeasesEnd(db);
  await startProcess(env, { role: 'worker' });
  await allDelivered(db, count);
  expect(new Set(deliveryMails(smtp)).size).toBe(count);
  const sentAgain = deliveryMails(smtp).filter((id, index, all) => all.indexOf(id) !== index);
  expect(sentAgain.length).toBeGreaterThan(0);
  expect(sentBefore).toEqual(expect.arrayContaining(sentAgain));
  const acts = await countActs(db);
  expect(acts['delivery.delivered']).toBe(count);
  expect(acts['delivery.outcome-unknown']).toBeGreaterThanOrEqual(sentAgain.length);
  expect(acts['delivery.outcome-resolved']).toBe(acts['delivery.outcome-unknown']);
  await expectReconciled(db);
});

test('killed at some moment after the answer, many times', async () => {
  const smtp = await startSmtpServer({ keep: 'ids' });
  const { db, env } = await makePlace(mailThrough(smtp.url));
  const rounds = [0, 1, 4, 12];
  for (const delayMilliseconds of rounds) {
    await seedAtOnce(db, { count, dueAt: new Date(), owners: count });
    const killed = await startProcess(env, { role: 'worker' });
    const before = smtp.messages.length;
    smtp.behave(({ stage }) => {
      if (stage === 'message' && smtp.messages.length === before + 15) {
        void milliseconds(delayMilliseconds).then(() => killed.end('SIGKILL'));
      }
      return 'accept';
    });
    await killed.exited;
  }
  smtp.behave(() => 'accept');
  await letLeasesEnd(db);
  await startProcess(env, { role: 'worker' });
  const all = rounds.length * count;
  await allDelivered(db, all);
  expect(new Set(deliveryMails(smtp)).size).toBe(all);
  const acts = await countActs(db);
  expect(acts['delivery.delivered']).toBe(all);
  await expectUnknownResolved(db);
  await expectReconciled(db);
});
