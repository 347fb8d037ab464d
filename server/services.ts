import { access, constants, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { getTableName } from 'drizzle-orm';
import { changeTopics } from '../shared/system/events.ts';
import { auditChain, auditCheckpoints, auditLog } from './features/system/audit/audit.table.ts';
import { fileFaultsOf } from './features/system/stored-files/stored-files.ts';
import { jobList, sendMails } from './job-list.ts';
import { loadOrCreateAppSecret } from './platform/app-secret.ts';
import type { AppendLog } from './platform/append-log/append-log.ts';
import { openDiskAppendLog } from './platform/append-log/disk-append-log.ts';
import { openStorageAppendLog } from './platform/append-log/storage-append-log.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { type Config, ConfigError } from './platform/config.ts';
import type { Services } from './platform/context.ts';
import { type Database, openDatabase, postgresCode } from './platform/database.ts';
import { untilDatabaseAnswers } from './platform/database-start.ts';
import { openEvents } from './platform/events.ts';
import { newId } from './platform/ids.ts';
import { openJobs } from './platform/jobs.ts';
import type { Log } from './platform/log.ts';
import type { ImapMailbox } from './platform/mail/bounce-mailbox.ts';
import { type Mailer, withSupportEmail } from './platform/mail/mail.ts';
import { openMailboxMailer } from './platform/mail/mailbox-mailer.ts';
import { createMetrics } from './platform/metrics.ts';
import { migrateDatabase } from './platform/migrations.ts';
import type { PaymentProvider } from './platform/payments/payments.ts';
import { openSandboxPayments } from './platform/payments/sandbox.ts';
import { type EmbeddedServer, joinEmbeddedPostgres } from './platform/postgres/embedded-postgres.ts';
import { systemRandom } from './platform/random.ts';
import { openMailboxTexter } from './platform/sms/mailbox-texter.ts';
import { openNoTexter, type Texter } from './platform/sms/sms.ts';
import { openTwilioTexter } from './platform/sms/twilio-texter.ts';
import { openDiskStorage } from './platform/storage/disk-storage.ts';
import { type Mirror, openMirror } from './platform/storage/mirror.ts';
import { openS3Storage } from './platform/storage/s3-storage.ts';
import type { Storage } from './platform/storage/storage.ts';
import { createSweeps } from './platform/sweeps.ts';

export interface OpenServices {
  services: Services;
  /** Stops jobs, closes connections and, if this is the last process using it, stops the embedded database. */
  close(jobGraceSeconds: number): Promise<void>;
}

/** Each mail of the outbox is prepared and recorded in separate transactions, and every sender may be in one. */
const mailConnections = sendMails.concurrency;
const otherConnections = 10;

/**
 * Opens everything the process needs, in order; an error names the part or setting that failed. Waits for a database
 * that does not answer until `signal` aborts. The other options are for tests.
 */
export async function openServices(
  config: Config,
  log: Log,
  options: Partial<Pick<Services, 'clock' | 'random'>> & { signal?: AbortSignal } = {},
): Promise<OpenServices> {
  const clock = options.clock ?? systemClock;
  const random = options.random ?? systemRandom;
  await openDataDir(config.dataDir);
  const embedded = config.databaseUrl
    ? undefined
    : await joinEmbeddedPostgres({ dataDir: config.dataDir, log });
  const url = config.databaseUrl ?? embedded?.url ?? '';
  const migrate = () => (embedded ? migrateEmbedded(embedded) : migrateDatabase(url));
  await untilDatabaseAnswers(migrate, { log, signal: options.signal });
  const appSecret = config.appSecret ?? (await loadOrCreateAppSecret(config.dataDir, random));
  const database = openDatabase({ url, log, maxConnections: mailConnections + otherConnections });
  const { db } = database;
  const primary = await openStorage(config);
  const { storage, mirror } = await openMirrored(config, primary, log);
  const sendLog = openSendLog(config, primary);
  const jobs = await openJobs({ url, log, definitions: jobList, works: config.role !== 'web' });
  const events = openEvents({ url, log, everything: changeTopics });
  const mailer = await openMailer(config, db, clock);
  const texter = openTexter(config, db, clock);
  const metrics = createMetrics({ clock, dataDir: config.dataDir });
  const services = {
    ...{ config, appSecret, log, clock, random, db, jobs },
    sweeps: createSweeps({ log, metrics, clock }),
    events,
    storage,
    mirror,
    fileFaultFound: fileFaultsOf({ db, clock, log, mirror }),
    sendLog,
    compared: { server: undefined, unrecorded: [] },
    metrics,
    mailer: {
      ...mailer,
      send: metrics.counted('mail', withSupportEmail(mailer.send, config.supportEmail)),
    },
    bounceMailbox: await openBounceMailbox(config),
    texter: { ...texter, send: metrics.counted('sms', texter.send) },
    payments: await openPayments(config, db, clock),
  };
  return {
    services,
    async close(jobGraceSeconds) {
      await jobs.stop(jobGraceSeconds);
      await Promise.all([events.close(), mailer.close(), texter.close(), sendLog.close()]);
      await storage.close();
      await mirror?.close();
      await database.close();
      await embedded?.leave();
    },
  };
}

/** What an entry says is erased together with the account that it is about. */
const appendOnlyTables = {
  [getTableName(auditLog)]: ['details', 'reason', 'before', 'after'],
  [getTableName(auditChain)]: ['salt'],
  [getTableName(auditCheckpoints)]: [],
};

/** A migration that changes the append-only tables fails for lack of privileges; it then gets them while it runs. */
async function migrateEmbedded(embedded: EmbeddedServer): Promise<void> {
  try {
    await migrateDatabase(embedded.url);
  } catch (error) {
    if (postgresCode(error) !== '42501') throw error;
    await embedded.returnTables(Object.keys(appendOnlyTables));
    await migrateDatabase(embedded.url);
  }
  await embedded.keepTables(appendOnlyTables);
}

async function openDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.R_OK | constants.W_OK);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new ConfigError([`DATA_DIR: ${dataDir} cannot be read and written (${code}).`]);
  }
}

async function openMailer({ mail }: Config, db: Database, clock: Clock): Promise<Mailer> {
  if (mail.kind === 'mailbox') return openMailboxMailer({ db, from: mail.from, clock });
  // Loaded only if a mail server is configured.
  const { openSmtpMailer } = await import('./platform/mail/smtp-mailer.ts');
  return openSmtpMailer(mail);
}

async function openBounceMailbox({ bounces: { imapUrl } }: Config): Promise<ImapMailbox | undefined> {
  if (!imapUrl) return undefined;
  // Loaded only if it is configured.
  const { openImapMailbox } = await import('./platform/mail/imap-mailbox.ts');
  return openImapMailbox(imapUrl);
}

function openTexter({ sms }: Config, db: Database, clock: Clock): Texter {
  if (sms.kind === 'twilio') return openTwilioTexter(sms);
  return sms.kind === 'none' ? openNoTexter() : openMailboxTexter({ db, clock });
}

async function openPayments({ payments }: Config, db: Database, clock: Clock): Promise<PaymentProvider> {
  if (payments.kind === 'sandbox') return openSandboxPayments(clock, db, payments);
  // Loaded only if it is configured.
  const { openStripePayments } = await import('./platform/payments/stripe/stripe-payments.ts');
  return openStripePayments(payments, clock);
}

export function openStorage(config: Config): Promise<Storage> {
  const { storage } = config;
  if (storage.kind === 's3') return openS3Storage({ ...storage, tempDir: join(config.dataDir, 'tmp') });
  return openDiskStorage({ dir: join(config.dataDir, 'files') });
}

/** With a copy of every file in another bucket, if one is configured. */
async function openMirrored(
  config: Config,
  primary: Storage,
  log: Log,
): Promise<{ storage: Storage; mirror: Mirror | undefined }> {
  const copies = await openCopies(config);
  return copies ? openMirror(primary, copies, log) : { storage: primary, mirror: undefined };
}

/** The bucket of the mirror, without the file store. */
export async function openCopies({ mirror, dataDir }: Config): Promise<Storage | undefined> {
  return mirror && (await openS3Storage({ ...mirror, tempDir: join(dataDir, 'tmp-mirror') }));
}

/** In the bucket if there is one, since several machines share it; otherwise beside the stored files. */
function openSendLog({ storage, dataDir }: Config, opened: Storage): AppendLog {
  const writer = newId();
  if (storage.kind === 's3') return openStorageAppendLog({ storage: opened, prefix: 'send-log/', writer });
  return openDiskAppendLog({ dir: join(dataDir, 'send-log'), writer });
}
