// The heart of it: kill -9 at any moment, then start again. Everything that was confirmed is there, and
// everything that falls due is sent, once.
import { expect, test } from 'vitest';
import { eventually } from '../app.ts';
import { type Reaction, startSmtpServer } from '../fakes/smtp-server.ts';
import {
  allDelivered,
  countActs,
  deliveryMails,
  expectReconciled,
  letLeasesEnd,
} from './support/deliveries.ts';
import { registerCaller } from './support/people.ts';
import { mailThrough, makePlace } from './support/place.ts';
import { launchProcess, startProcess } from './support/processes.ts';
import { milliseconds, openRandomness } from './support/randomness.ts';
import { seedAtOnce } from './support/seed.ts';
import { expectFilesAndRowsAgree } from './support/stored-files.ts';
import { createWriter, type Writer } from './support/writer.ts';

const kills = 9;
const duePerRound = 40;
const answersPerRound = 3;
const longestRoundMilliseconds = 1_500;
const longestStartMilliseconds = 1_000;
const slowestMailMilliseconds = 20;

const answersTo = (writers: readonly Writer[]) => writers.reduce((sum, { answered }) => sum + answered, 0);

test(`F01, F02, F03: killed ${kills} times while people write and deliveries fall due`, async () => {
  const randomness = openRandomness();
  const smtp = await startSmtpServer({ keep: 'ids' });
  smtp.behave(async (): Promise<Reaction> => {
    await milliseconds(randomness.below(slowestMailMilliseconds));
    return 'accept';
  });
  const place = await makePlace(mailThrough(smtp.url));
  const { db, env } = place;
  let running = await startProcess(env);
  const { address, port } = running;
  const writers = await Promise.all(
    [1, 2, 3].map(async () =>
      createWriter(await registerCaller(address, db), db, openRandomness(randomness.below(2 ** 31))),
    ),
  );
  for (let kill = 1; kill <= kills; kill++) {
    await seedAtOnce(db, {
      count: duePerRound,
      dueAt: new Date(),
      spacingSeconds: 1 / duePerRound,
      owners: 10,
    });
    const before = answersTo(writers);
    const writing = Promise.all(writers.map((writer) => writer.writeOn(address)));
    // Awaited below.
    writing.catch(() => undefined);
    await eventually(async () => answersTo(writers) > before + answersPerRound, 'writes to be answered');
    await milliseconds(randomness.below(longestRoundMilliseconds));
    await running.end('SIGKILL');
    await writing;
    if (kill % 3 === 0) {
      const unlucky = await launchProcess(env, { port });
      await milliseconds(randomness.below(longestStartMilliseconds));
      await unlucky.end('SIGKILL');
    }
    // Every holder of a lease is dead now.
    await letLeasesEnd(db);
    running = await startProcess(env, { port });
    const differences = await Promise.all(writers.map((writer) => writer.compare(address)));
    expect(differences.flat(), `seed ${randomness.seed}, kill ${kill}`).toEqual([]);
  }
  const count = kills * duePerRound;
  await allDelivered(db, count);
  expect(await running.end('SIGTERM')).toEqual({ code: 0, signal: null });

  const mails = deliveryMails(smtp);
  expect(new Set(mails).size).toBe(count);
  const acts = await countActs(db);
  expect(acts['delivery.delivered']).toBe(count);
  // What was sent twice had the same Message-ID, and the log says that nobody could know.
  expect(mails.length - count).toBeLessThanOrEqual(acts['delivery.outcome-unknown'] ?? 0);
  expect(acts['delivery.outcome-resolved'] ?? 0).toBeLessThanOrEqual(acts['delivery.outcome-unknown'] ?? 0);
  expect(answersTo(writers)).toBeGreaterThan(kills * answersPerRound);
  await expectFilesAndRowsAgree(place);
  await expectReconciled(db);
});
