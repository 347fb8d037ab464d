// F40: SIGTERM under load, as at every deployment. What is in progress ends well, nobody sees a 5xx, jobs go back to the
// queue, and the process is gone within 30 seconds with exit code 0.
import { readdir } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
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
import { seedAtOnce } from './support/seed.ts';
import { uploadSlowly } from './support/slow-upload.ts';
import { expectFilesAndRowsAgree } from './support/stored-files.ts';
import { waveFile } from './support/wave-file.ts';

const stopsWithinSeconds = 30;
const refusedConnection = /ECONNREFUSED|ECONNRESET|socket hang up|EPIPE/;

/** Reads and writes over kept connections, as browsers and proxies do, until nobody listens any more. */
async function useUntilGone(caller: Caller, address: string): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const statuses: number[] = [];
  for (let n = 0; ; n++) {
    const json = { kind: 'letter', content: `draft ${n}` };
    const write = { method: 'POST', path: '/api/auth/keep-alive', json, agent } as const;
    try {
      statuses.push(
        (await caller.call(address, n % 5 === 0 ? write : { path: '/api/memories', agent })).status,
      );
    } catch (error) {
      if (error instanceof Error && refusedConnection.test(String(error))) return statuses;
      throw error;
    }
  }
}

/** What has arrived of files whose upload is not over. */
function arriving({ dataDir }: Place): Promise<string[]> {
  return readdir(join(dataDir, 'files', 'tmp'));
}

test('requests and an upload in progress are answered, deliveries in progress are written down, the rest is left to the next', async () => {
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

  const using = callers.map((caller) => useUntilGone(caller, address));
  const [uploader] = callers;
  if (!uploader) throw new Error('Nobody uploads');
  const upload = uploadSlowly(uploader, address, waveFile(400_000));
  await eventually(async () => (await arriving(place)).length > 0, 'the upload to arrive');
  const signalled = performance.now();
  const exit = stopped.end('SIGTERM');
  letGo();

  expect(await upload).toBe(201);
  const statuses = (await Promise.all(using)).flat();
  expect(statuses.length).toBeGreaterThan(0);
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  expect(await exit).toEqual({ code: 0, signal: null });
  expect((performance.now() - signalled) / 1000).toBeLessThan(stopsWithinSeconds);
  const inProgress = await countByStatus(db);
  expect(inProgress.delivered ?? 0).toBe(deliveryMails(smtp).length);

  smtp.behave(() => 'accept');
  await letLeasesEnd(db);
  await startProcess(env, { role: 'worker' });
  await allDelivered(db, count);
  expectEachSentOnce(smtp, count);
  await expectFilesAndRowsAgree(place);
  await expectReconciled(db);
});
