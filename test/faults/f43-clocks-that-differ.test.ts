// F43: two workers' clocks differ from the database's, and from each other, by less than what stops them. The clocks are
// really changed, by libfaketime. Every letter is sent within the difference plus two seconds, and none early.
import { expect, test } from 'vitest';
import { startSmtpServer } from '../fakes/smtp-server.ts';
import { allDelivered, expectEachSentOnce, expectReconciled } from './support/deliveries.ts';
import { type FakeTime, makeFakeTime } from './support/fake-time.ts';
import { mailThrough, makePlace } from './support/place.ts';
import { type ProductProcess, startProcess } from './support/processes.ts';
import { seedAtOnce } from './support/seed.ts';

/** How many seconds each of the two workers is ahead of the database. */
const differences: [number, number][] = [
  [-0.02, 0.02],
  [-0.3, 0.3],
  [-0.3, -0.3],
  [-3, 3],
  [25, -25],
  [-25, -25],
];
const letters = 20;
const leadMilliseconds = 1_500;
/** The time that the sweeps may take in addition to the difference. */
const allowedSeconds = 2;
/** A burst of load on the machine delays letters once; a clock that holds letters back does so each time. */
const triesAtMost = 5;

async function startWorkerOn(time: FakeTime, env: Record<string, string>): Promise<ProductProcess> {
  return startProcess({ ...env, ...time.env }, { role: 'worker' });
}

test('two workers up to 25 seconds ahead of the database or behind it: every letter within the difference and two seconds', async () => {
  const smtp = await startSmtpServer();
  const { db, env } = await makePlace(mailThrough(smtp.url));
  const arrivals: number[] = [];
  smtp.behave(({ stage }) => {
    if (stage === 'message') arrivals.push(Date.now());
    return 'accept';
  });
  const times = [await makeFakeTime(), await makeFakeTime()] as const;
  const workers = [];
  for (const time of times) workers.push(await startWorkerOn(time, env));

  let sent = 0;
  /** How many seconds late each letter of a round arrived. */
  const measure = async (): Promise<number[]> => {
    arrivals.length = 0;
    const dueAt = new Date(Date.now() + leadMilliseconds);
    await seedAtOnce(db, { count: letters, dueAt, owners: letters });
    sent += letters;
    await allDelivered(db, sent, 90);
    return arrivals.map((at) => (at - dueAt.getTime()) / 1000);
  };
  for (const ahead of differences) {
    for (const [index, time] of times.entries())
      await time.set(`${(ahead[index] ?? 0) >= 0 ? '+' : ''}${ahead[index]}`);
    const allowed = Math.max(...ahead.map(Math.abs)) + allowedSeconds;
    for (let tries = 1; ; tries++) {
      const late = await measure();
      expect(late).toHaveLength(letters);
      expect(Math.min(...late)).toBeGreaterThanOrEqual(0);
      if (Math.max(...late) > allowed && tries < triesAtMost) continue;
      expect(Math.max(...late)).toBeLessThanOrEqual(allowed);
      break;
    }
  }

  expectEachSentOnce(smtp, sent);
  const rescued = workers.map((worker) => worker.said().match(/whose job was lost/g));
  expect(rescued).toEqual([null, null]);
  await expectReconciled(db);
});
