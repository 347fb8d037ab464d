/**
 * `npm run cluster`: runs the product on this machine as it would on several. Two web processes behind a proxy and three workers share a
 * PostgreSQL and an S3 store, while 10,000 deliveries fall due, a web process and a worker are killed, PostgreSQL restarts, the store fails and clocks
 * differ. Prints what became of them, and exits with 1 if one was lost or early, or if more came twice than could be in transit.
 *
 * `npm run cluster -- --from <folder of the previous version, with its packages>` starts that version, and then replaces its processes with
 * those of this version instead: then no response may be a 5xx either, and no delivery may be late.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { until } from '../bench/harness.ts';
import { openDatabase } from '../server/platform/database.ts';
import { startS3Server } from '../test/fakes/s3-server.ts';
import { startSmtpServer } from '../test/fakes/smtp-server.ts';
import { projectFolder } from '../test/product-process.ts';
import { countDelivered, describe, isGood, judge, seedHerd } from './cluster/herd.ts';
import { crossProcesses, mainJob } from './cluster/lives.ts';
import { type Machine, startMachine } from './cluster/machines.ts';
import { startPostgres } from './cluster/postgres.ts';
import { startProxy } from './cluster/proxy.ts';
import { startTraffic } from './cluster/traffic.ts';
import { readToolOptions } from './tool-options.ts';

const dated = 9_500;
const afterDeath = 500;
/** How far two workers' clocks differ from the third one's, in seconds. */
const apart = 0.3;
/** The latest that a delivery may be while one version replaces another. */
const mostSecondsLate = 60;

const usage = 'Use: npm run cluster, or with -- --from <folder of the previous version, with its packages>';
const { from } = readToolOptions({ options: { from: { type: 'string' } } }, usage).values;

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
  const { webs, workers } = await startMachines(from ?? projectFolder);
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
  for (const { after, what, happens } of from ? takeover(webs, workers) : misfortunes(webs, workers)) {
    await delay(after * 1000);
    await happens();
    say(what);
  }
  const all = before + dated + afterDeath;
  const isDone = async () => {
    const counted = await countDelivered(db).catch(() => undefined);
    return counted?.all === all && counted.delivered === all;
  };
  await until(isDone, 'every delivery to be made', { seconds: 900, everyMs: 100 });
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
  const isServed =
    proxy.broken() === 0 && [...traffic.answers.keys()].every((status) => status > 0 && status < 500);
  const isWithoutPause = from === undefined || (isServed && verdict.lastSeconds <= mostSecondsLate);
  return isGood(verdict) && missing === 0 && isWithoutPause;
}

async function start(
  name: string,
  role: 'web' | 'worker',
  { code = projectFolder, clockAhead = 0 } = {},
): Promise<Machine> {
  const env = {
    DATABASE_URL: postgres.url,
    APP_SECRET: 'a secret for a cluster that is long enough',
    S3_BUCKET: store.bucketName,
    S3_ENDPOINT: store.url,
    S3_ACCESS_KEY_ID: store.credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: store.credentials.secretAccessKey,
    PUBLIC_URL: 'http://localhost:3000',
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Long After <letters@long-after.example>',
  };
  const machine = await startMachine({ name, role, code, folder, env, clockAhead });
  machines.push(machine);
  return machine;
}

async function startMachines(code: string): Promise<{ webs: Machine[]; workers: Machine[] }> {
  const webs = [await start('web-1', 'web', { code }), await start('web-2', 'web', { code })];
  const workers = [
    await start('worker-1', 'worker', { code }),
    await start('worker-2', 'worker', { code, clockAhead: apart }),
    await start('worker-3', 'worker', { code, clockAhead: -apart }),
  ];
  say(
    `two web processes and three workers are up; the clocks of two workers are ${apart} s ahead and behind`,
  );
  return { webs, workers };
}

interface Happening {
  /** Seconds after the previous one; for the first, after the first delivery fell due. */
  after: number;
  what: string;
  happens(): Promise<unknown>;
}

function misfortunes([web]: readonly Machine[], [worker]: readonly Machine[]): Happening[] {
  return [
    { after: 5, what: 'a web process was killed', happens: async () => web?.kill() },
    { after: 5, what: 'a worker was killed', happens: async () => worker?.kill() },
    { after: 4, what: 'the web process is there again', happens: async () => web?.startAgain() },
    { after: 0, what: 'the worker is there again', happens: async () => worker?.startAgain() },
    { after: 5, what: 'PostgreSQL was restarted', happens: postgres.restart },
    {
      after: 6,
      what: 'the store answers 503',
      happens: async () => store.faults.plan({ kind: 'status', status: 503 }, { times: Infinity }),
    },
    { after: 10, what: 'the store is well again', happens: async () => store.faults.clear() },
  ];
}

/** Workers first: the old version's workers take no more jobs once the database is migrated. */
function takeover(webs: Machine[], workers: readonly Machine[]): Happening[] {
  const [oldWebs, oldWorkers] = [[...webs], [...workers]];
  const startWeb = async (name: string) => webs.push(await start(name, 'web'));
  const stop = (old: readonly Machine[]) => Promise.all(old.map((machine) => machine.stop()));
  return [
    {
      after: 5,
      what: 'a worker of this version is up, and has migrated the database',
      happens: () => start('worker-4', 'worker'),
    },
    { after: 0, what: 'a web process of this version is up', happens: () => startWeb('web-3') },
    { after: 2, what: 'the workers of the version before were stopped', happens: () => stop(oldWorkers) },
    { after: 0, what: 'another web process of this version is up', happens: () => startWeb('web-4') },
    { after: 2, what: 'the web processes of the version before were stopped', happens: () => stop(oldWebs) },
    { after: 0, what: 'another worker of this version is up', happens: () => start('worker-5', 'worker') },
  ];
}
