/**
 * `npm run cluster`: the product as it runs on several machines, on this one. Two web processes behind a proxy and three workers share a PostgreSQL and an
 * S3 store, while a web process and a worker are killed, PostgreSQL is restarted, the store fails and clocks differ. 10,000 deliveries fall due
 * meanwhile. Prints what became of them, and exits with 1 if one was lost or early, or more came twice than were on the wire.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { openDatabase } from '../server/platform/database.ts';
import { startS3Server } from '../test/fakes/s3-server.ts';
import { startSmtpServer } from '../test/fakes/smtp-server.ts';
import { countDelivered, describe, isGood, judge, seedHerd } from './cluster/herd.ts';
import { crossProcesses, mainJob } from './cluster/lives.ts';
import { type Machine, startMachine } from './cluster/machines.ts';
import { startPostgres } from './cluster/postgres.ts';
import { startProxy } from './cluster/proxy.ts';
import { startTraffic } from './cluster/traffic.ts';
import { until } from './cluster/until.ts';

const dated = 9_500;
const afterDeath = 500;
/** How far the clocks of two workers are from the third one's, in seconds. */
const apart = 0.3;

const began = performance.now();
const say = (what: string) =>
  console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${what}`);

const folder = await mkdtemp(join(tmpdir(), 'long-after-cluster-'));
await chmod(folder, 0o755);
const machines: Machine[] = [];
const postgres = await startPostgres(folder);
const store = await startS3Server();
const smtp = await startSmtpServer();
const arrivals: number[] = [];
smtp.behave(({ stage }) => {
  if (stage === 'message') arrivals.push(Date.now());
  return 'accept';
});
try {
  process.exitCode = (await liveThrough()) ? 0 : 1;
} finally {
  await Promise.allSettled(machines.map((machine) => machine.stop()));
  await Promise.allSettled([store.close(), smtp.close()]);
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

async function liveThrough(): Promise<boolean> {
  const { webs, workers } = await startMachines();
  const proxy = await startProxy(() => webs.map(({ port }) => port));
  const { db, close } = openDatabase({ url: postgres.url, log: pino({ level: 'silent' }) });
  const [one, other] = webs.map(({ port }) => `http://127.0.0.1:${port}`) as [string, string];
  const where = { proxy: proxy.url, webs: [one, other], db, smtp } as const;
  say(`these go on from one process to another: ${(await crossProcesses(where)).join(', ')}`);
  say(`the main job through the proxy: “${await mainJob(where)}” was written, sent and read`);
  const before = (await countDelivered(db)).all;
  const dueAt = new Date(Date.now() + 15_000);
  const releasedAt = new Date(dueAt.getTime() + 25_000);
  await seedHerd(db, { dated, afterDeath, dueAt, seconds: 50, releasedAt });
  say(`${dated} deliveries fall due within 50 s, and ${afterDeath} more with releases in their midst`);
  const traffic = await startTraffic(where);
  await delay(dueAt.getTime() - Date.now());
  for (const { after, what, happens } of misfortunes(webs[0], workers[0])) {
    await delay(after * 1000);
    await happens();
    say(what);
  }
  const all = before + dated + afterDeath;
  const isDone = async () => {
    const counted = await countDelivered(db).catch(() => undefined);
    return counted?.all === all && counted.delivered === all;
  };
  await until(isDone, 'every delivery to be made', 900);
  await traffic.stop();
  const missing = (await traffic.missing()).length;
  const verdict = await judge(db, smtp, arrivals);
  await Promise.all([close(), proxy.close()]);
  const answers = [...traffic.answers]
    .toSorted()
    .map(([status, times]) => `${times} × ${status || 'no answer'}`);
  say(
    `through the proxy meanwhile: ${answers.join(', ')}; ${proxy.broken()} broke off with their process; of ${traffic.kept.length} letters that were answered for ${missing} are missing`,
  );
  for (const line of describe(all, verdict)) say(line);
  return isGood(verdict) && missing === 0;
}

async function startMachines(): Promise<Record<'webs' | 'workers', [Machine, ...Machine[]]>> {
  const env = {
    DATABASE_URL: postgres.url,
    APP_SECRET: 'a secret for a cluster that is long enough',
    S3_BUCKET: store.bucketName,
    S3_ENDPOINT: store.url,
    S3_ACCESS_KEY_ID: store.credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: store.credentials.secretAccessKey,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Long After <letters@long-after.example>',
  };
  const start = async (name: string, role: 'web' | 'worker', clockAhead = 0) => {
    const machine = await startMachine({ name, role, folder, env, clockAhead });
    machines.push(machine);
    return machine;
  };
  const webs: [Machine, Machine] = [await start('web-1', 'web'), await start('web-2', 'web')];
  const workers: [Machine, ...Machine[]] = [
    await start('worker-1', 'worker'),
    await start('worker-2', 'worker', apart),
    await start('worker-3', 'worker', -apart),
  ];
  say(
    `two web processes and three workers are up; the clocks of two workers are ${apart} s ahead and behind`,
  );
  return { webs, workers };
}

/** What goes wrong once the first delivery has fallen due, each so many seconds after the one before. */
function misfortunes(web: Machine, worker: Machine) {
  return [
    { after: 5, what: 'a web process was killed', happens: web.kill },
    { after: 5, what: 'a worker was killed', happens: worker.kill },
    { after: 4, what: 'the web process is there again', happens: web.startAgain },
    { after: 0, what: 'the worker is there again', happens: worker.startAgain },
    { after: 5, what: 'PostgreSQL was restarted', happens: postgres.restart },
    {
      after: 6,
      what: 'the store answers 503',
      happens: async () => store.faults.plan({ kind: 'status', status: 503 }, { times: Infinity }),
    },
    { after: 10, what: 'the store is well again', happens: async () => store.faults.clear() },
  ];
}
