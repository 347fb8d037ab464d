// The alerts of deploy/prometheus and the dashboard of deploy/grafana, tested with a real Prometheus that scrapes
// real processes: none fires for a healthy product, and each fires once its cause is there, and not before.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { holdDeliveries } from '../../server/features/delivery/deliveries/holds/holds.ts';
import { giveUpSeconds } from '../../server/features/outbox/messages/retries/retries.ts';
import { recordBackup } from '../../server/features/system/health/backups/backups.ts';
import { systemClock } from '../../server/platform/clock.ts';
import { type Database, inTransaction } from '../../server/platform/database.ts';
import { openDiskStorage } from '../../server/platform/storage/disk-storage.ts';
import { eventually } from '../app.ts';
import { startS3Server } from '../fakes/s3-server.ts';
import { startSmtpServer } from '../fakes/smtp-server.ts';
import { startStripeServer } from '../fakes/stripe-server.ts';
import { mediaFiles } from '../media.ts';
import { multipart } from '../multipart.ts';
import { seedSchedules } from '../seed.ts';
import { mountRefusal, mountSmallDisk } from '../small-disk.ts';
import { allDelivered, countByStatus } from './support/deliveries.ts';
import { makeFakeTime } from './support/fake-time.ts';
import { registerCaller } from './support/people.ts';
import { mailThrough, makeDataDir, makePlace, type Place } from './support/place.ts';
import { startProcess } from './support/processes.ts';
import { type Prometheus, startPrometheus } from './support/prometheus.ts';
import { seedAtOnce } from './support/seed.ts';

const fileOf = (path: string) => readFileSync(new URL(`../../deploy/${path}`, import.meta.url), 'utf8');
const rules = fileOf('prometheus/alerts.yml');
const alertNames = [...rules.matchAll(/- alert: (\w+)/g)].map((match) => String(match[1])).sort();
const board = JSON.parse(fileOf('grafana/long-after.json')) as {
  panels: { title: string; targets: { expr: string }[] }[];
};

const token = 'a token for Prometheus';
const minute = 60_000;
const onFullDisk = ['LongAfterDiskFull', 'LongAfterNotReady files'];
const refusal = mountRefusal();
if (refusal) process.stdout.write(`A full disk is not tried, since none can be mounted here: ${refusal}\n`);

/** The alerts that fire, with the label that says why. */
async function alarms(prometheus: Prometheus): Promise<string[]> {
  const firing = await prometheus.firing();
  return firing.map(({ alertname, part, sweep, reason, fault, timer, channel }) =>
    [alertname, part ?? sweep ?? reason ?? fault ?? timer ?? channel].filter(Boolean).join(' '),
  );
}

const firesExactly = (prometheus: Prometheus, expected: readonly string[]) =>
  expect.poll(async () => (await alarms(prometheus)).sort()).toEqual([...expected].sort());

async function uploadPhoto({ db }: Place, address: string): Promise<void> {
  const caller = await registerCaller(address, db);
  const form = multipart(
    { type: 'photo', title: 'The garden', recipient: 'Maya' },
    await mediaFiles.photo.png(),
  );
  const { status } = await caller.call(address, { method: 'POST', path: '/api/memories/upload', form });
  expect(status).toBe(201);
}

/** Every panel shows something, and no panel or rule names a metric that no process has. */
async function expectBoardAnswers(prometheus: Prometheus): Promise<void> {
  const expressions = board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  const silent = [];
  for (const expression of expressions) {
    const answer = await prometheus.ask(expression.replaceAll('$__rate_interval', '1m'));
    if (!answer.some(({ value }) => value[1] !== 'NaN')) silent.push(expression);
  }
  expect(silent).toEqual([]);
  const names = new Set([...expressions, rules].join().match(/\b(long_after|process|nodejs)_\w+/g));
  const known = new Set(await prometheus.metricNames());
  expect([...names].filter((name) => !known.has(name))).toEqual([]);
}

/** A process whose clock is ahead, and whose disk is full if one can be mounted. */
async function startSickProcess({ env }: Place): Promise<{ port: number }> {
  const time = await makeFakeTime('+15s');
  const dataDir = await makeDataDir();
  const disk = refusal ? undefined : mountSmallDisk(dataDir, 8);
  if (disk) onTestFinished(disk.unmount);
  const sick = await startProcess({ ...env, ...time.env, DATA_DIR: dataDir }, { role: 'web' });
  disk?.fill();
  return sick;
}

async function breakOneFile({ db, dataDir }: Place): Promise<void> {
  const { rows } = await db.execute<{ key: string }>(sql`
    update file_checks set next_check_at = now() where key like 'memories/%' returning key`);
  const storage = await openDiskStorage({ dir: join(dataDir, 'files') });
  await storage.remove(rows[0]?.key ?? '');
}

/** A due letter whose delivery the database refuses to record. */
async function seedPoison(db: Database): Promise<void> {
  const { ownerIds } = await seedSchedules(db, { count: 1, dueAt: new Date(Date.now() + 60 * minute) });
  await db.execute(
    sql.raw(`
    create function refuse_delivery() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
    create trigger refuse_delivery before insert on delivery_queue for each row
      when (new.user_id = '${ownerIds[0]}') execute function refuse_delivery()`),
  );
  await db.execute(sql`update schedules set due_at = now() where user_id = ${ownerIds[0]}`);
}

const seedUnreviewed = (db: Database) =>
  inTransaction(db, async (tx) => {
    const { ownerIds } = await seedSchedules(tx, { count: 1, dueAt: new Date() });
    await tx.execute(sql`update memories set is_approved = false where user_id = ${ownerIds[0]}`);
  });

/** Of two deliveries being retried, one has been failing for a week. Before its first attempt a worker may be about to claim it. */
async function failOneDelivery(db: Database): Promise<void> {
  const ageOne = async () => {
    const { rowCount } = await db.execute(sql`
      update delivery_queue set retrying_seconds = ${giveUpSeconds}, attempt_after = now(), sweep_at = now()
      where id = (
        select min(id::text)::uuid from delivery_queue where status = 'pending' and attempt_count > 0 having count(*) = 2
      )`);
    return rowCount === 1;
  };
  await eventually(ageOne, 'both deliveries to be tried');
  await eventually(async () => (await countByStatus(db)).failed === 1, 'one of them to be given up');
}

test('each alert fires for its reason, and none for a healthy product', async () => {
  const [smtp, mirror] = [await startSmtpServer(), await startS3Server()];
  const stripe = await startStripeServer(new Date());
  onTestFinished(stripe.close);
  const place = await makePlace({
    ...stripe.env,
    ...mailThrough(smtp.url),
    METRICS_TOKEN: token,
    MIRROR_S3_BUCKET: mirror.bucketName,
    MIRROR_S3_ENDPOINT: mirror.url,
    MIRROR_S3_ACCESS_KEY_ID: mirror.credentials.accessKeyId,
    MIRROR_S3_SECRET_ACCESS_KEY: mirror.credentials.secretAccessKey,
  });
  const { db } = place;
  await recordBackup({ db, clock: systemClock }, { files: 1, faults: 0 });
  const prometheus = await startPrometheus({ rules: rules.replaceAll(/^ +for: .*\n/gm, ''), token });
  const web = await startProcess(place.env, { role: 'web' });
  await uploadPhoto(place, web.address);
  const worker = await startProcess(place.env, { role: 'worker' });
  await prometheus.scrape([web.port, worker.port]);
  await seedAtOnce(db, { count: 3, dueAt: new Date() });
  await allDelivered(db, 3);
  await eventually(
    async () => (await prometheus.ask('long_after_stored_files_oldest_check_seconds > 0')).length === 2,
    'both processes to be scraped, and the photo to have been checked',
  );
  await firesExactly(prometheus, []);
  await expectBoardAnswers(prometheus);

  await mirror.close();
  await breakOneFile(place);
  smtp.behave(({ stage }) => (stage === 'recipient' ? { code: 550 } : 'accept'));
  await registerCaller(web.address);
  await seedPoison(db);
  await seedUnreviewed(db);
  await db.execute(sql`update backup_runs set finished_at = now() - interval '49 hours', faults = 1`);
  const sick = await startSickProcess(place);
  await prometheus.scrape([web.port, worker.port, sick.port]);
  const first = [
    'LongAfterBackupIncomplete',
    'LongAfterBackupOld',
    'LongAfterClockWrong',
    'LongAfterDeliveriesWaitForStaff memory_under_review',
    'LongAfterFilesBroken missing',
    'LongAfterMailsFailed',
    'LongAfterMailsRefused mail',
    'LongAfterMirrorAway',
    'LongAfterSweepFails due-schedules',
    ...(refusal ? [] : onFullDisk),
  ];
  await firesExactly(prometheus, first);

  await smtp.close();
  stripe.revokesKey = true;
  await registerCaller(web.address);
  await db.execute(sql`
    update outbox_mails set created_at = now() - interval '2 hours' where sent_at is null and failed_at is null`);
  await seedAtOnce(db, { count: 2, dueAt: new Date(Date.now() - 20 * minute) });
  await failOneDelivery(db);
  await inTransaction(db, (tx) =>
    holdDeliveries(tx, { clock: systemClock }, { reason: 'by-hand', message: 'A test' }),
  );
  await worker.end('SIGKILL');
  await db.execute(sql`update file_checks set last_checked_at = now() - interval '31 days'`);
  const all = [
    ...first,
    'LongAfterDeliveriesFailed',
    'LongAfterDeliveriesHeld',
    'LongAfterDeliveriesLate',
    'LongAfterFilesNotChecked',
    'LongAfterMailServerAway mail',
    'LongAfterNoSweep sweep-deliveries',
    'LongAfterOutboxStuck',
    'LongAfterPaymentsRefused',
  ];
  await firesExactly(prometheus, all);
  const fired = new Set(all.map((alarm) => alarm.split(' ')[0]));
  const tried = alertNames.filter((name) => !refusal || !onFullDisk.some((alarm) => alarm.startsWith(name)));
  expect(tried.filter((name) => !fired.has(name))).toEqual([]);
});
