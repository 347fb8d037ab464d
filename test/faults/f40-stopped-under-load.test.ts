// F40: SIGTERM under load, as at every deployment. What is in progress finishes, nobody sees a 5xx, jobs
// return to the queue, and the process is gone within 30 seconds with exit code 0.
import { readdir } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { isNull, sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { memories } from '../../server/features/memories/memories/memories.table.ts';
import { eventually } from '../app.ts';
import { type Reaction, startSmtpServer } from '../fakes/smtp-server.ts';
import {
  allDelivered,
  countByStatus,
  deliveryMails,
  expectEachSentOnce,
  expectReconciled,
  letLeasesEnd,
} from './support/deliveries.ts';
import { type Caller, registerCaller } from './support/people.ts';
import { mailThrough, makePlace, type Place } from './support/place.ts';
import { startProcess } from './support/processes.ts';
import { BrokenCall } from './support/requests.ts';
import { seedAtOnce } from './support/seed.ts';
import { uploadSlowly } from './support/slow-upload.ts';
import { expectFilesAndRowsAgree } from './support/stored-files.ts';
import { waveFile } from './support/wave-file.ts';

const stopsWithinSeconds = 30;
interface Use {
  statuses: number[];
  /** Texts whose write broke off: they were never accepted, or there would have been a response. */
  broken: string[];
}

/**
 * Reads and writes over kept connections, as browsers and proxies do, until nobody listens any more. What was accepted has
 * to be answered. Two things are forgiven: a request that met the closing of its kept connection, which looked unused to
 * the process; and, as the very last, a new connection that the kernel had taken but the process had not when it stopped
 * listening. Neither write may have been stored.
 */
async function useUntilGone(caller: Caller, address: string): Promise<Use> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const use: Use = { statuses: [], broken: [] };
  let cutBeforeAccepted: BrokenCall | undefined;
  for (let n = 0; ; n++) {
    const text = `${caller.id} ${n}`;
    const isWrite = n % 2 === 0;
    const write = { method: 'PUT', path: '/api/drafts/letter', json: { content: { text } }, agent } as const;
    try {
      const request = isWrite ? write : { path: '/api/memories', agent };
      use.statuses.push((await caller.call(address, request)).status);
      if (cutBeforeAccepted) throw cutBeforeAccepted;
    } catch (error) {
      if (!(error instanceof BrokenCall)) throw error;
      if (error.code === 'ECONNREFUSED') return use;
      if (!error.onKeptConnection) {
        if (cutBeforeAccepted || error.code !== 'ECONNRESET') throw error;
        cutBeforeAccepted = error;
      }
      if (isWrite) use.broken.push(text);
    }
  }
}

/** What has arrived of files whose upload is not finished. */
function arriving({ dataDir }: Place): Promise<string[]> {
  return readdir(join(dataDir, 'files', 'tmp'));
}

test('requests and uploads in progress are answered, deliveries in progress are recorded, the rest is left to the next', async () => {
  const smtp = await startSmtpServer();
  const place = await makePlace(mailThrough(smtp.url));
  const { db, env } = place;
  const stopped = await startProcess(env);
  const { address } = stopped;
  const callers = await Promise.all([1, 2, 3, 4].map(() => registerCaller(address, db)));
  let letGo: () => void = () => {};
  const held = new Promise<Reaction>((resolve) => {
    letGo = () => resolve('accept');
  });
  smtp.behave(({ stage, messageId }) =>
    stage === 'message' && messageId.startsWith('delivery.') ? held : 'accept',
  );
  const count = 300;
  await seedAtOnce(db, { count, dueAt: new Date(), owners: 30 });
  await eventually(async () => ((await countByStatus(db)).sending ?? 0) >= 100, 'deliveries to be under way');

  const using = Promise.all(callers.map((caller) => useUntilGone(caller, address)));
  using.catch(() => undefined);
  const uploads = Promise.all(callers.map((caller) => uploadSlowly(caller, address, waveFile(400_000))));
  await eventually(async () => (await arriving(place)).length === callers.length, 'the uploads to arrive');
  const signalled = performance.now();
  const exit = stopped.end('SIGTERM');
  letGo();

  expect(await uploads).toEqual(callers.map(() => 201));
  const uses = await using;
  const statuses = uses.flatMap((use) => use.statuses);
  expect(statuses.length).toBeGreaterThan(0);
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  expect(await exit).toEqual({ code: 0, signal: null });
  expect((performance.now() - signalled) / 1000).toBeLessThan(stopsWithinSeconds);
  const kept = await db.execute<{ text: string }>(sql`select content->>'text' as text from drafts`);
  const broken = new Set(uses.flatMap((use) => use.broken));
  expect(kept.rows.filter(({ text }) => broken.has(text))).toEqual([]);
  const active = await db.execute(sql`select name, id from pgboss.job where state = 'active'`);
  expect(active.rows).toEqual([]);
  const inProgress = await countByStatus(db);
  expect(inProgress.delivered ?? 0).toBe(deliveryMails(smtp).length);

  smtp.behave(() => 'accept');
  await letLeasesEnd(db);
  await startProcess(env, { role: 'worker' });
  await allDelivered(db, count);
  expectEachSentOnce(smtp, count);
  // A check that is still running stores a version that its row does not name yet.
  await eventually(
    async () => (await db.$count(memories, isNull(memories.checkedAt))) === 0,
    'the uploads to be checked',
  );
  await expectFilesAndRowsAgree(place);
  await expectReconciled(db);
});
