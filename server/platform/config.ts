import { resolve } from 'node:path';
import type { SwitchableFeature } from '../../shared/system/feature-switches.ts';
import { blanks, contradictions, Environment } from './environment.ts';
import { OperatorError } from './errors.ts';
import { isLoopback } from './http/this-machine.ts';
import { requireSender } from './mail/address.ts';
import type { AppSecret } from './sealed.ts';

export interface S3Settings {
  endpoint?: string;
  region: string;
  accessKeyId?: string;
  secretAccessKey?: string;
}

export interface Config {
  role: 'all' | 'web' | 'worker';
  host: string;
  port: number;
  publicUrl: string;
  /** Whether `publicUrl` is this machine, so that nobody else is meant to use it. */
  isPrivate: boolean;
  /** Addresses and networks of the proxies whose forwarding headers count. */
  trustedProxies: readonly string[];
  dataDir: string;
  logLevel: string;
  /** With the embedded database: undefined until it has been created in the data folder. */
  appSecret: AppSecret | undefined;
  databaseUrl: string | undefined;
  storage: { kind: 'disk' } | ({ kind: 's3'; bucket: string } & S3Settings);
  /** A bucket with a copy of every stored file. */
  mirror: ({ bucket: string } & S3Settings) | undefined;
  /** How many megabytes of stored files each worker reads again per second, to check that they are what was saved. */
  fileCheckMegabytesPerSecond: number;
  backup: {
    passphrase: string | undefined;
    /** The service that holds buckets of backups. */
    s3: S3Settings;
  };
  mail: { kind: 'mailbox'; from: string } | { kind: 'smtp'; url: string; from: string };
  /** How returned mails reach us. */
  bounces: {
    /** Each message gets a return path of its own under this address. */
    address: string | undefined;
    /** The mailbox that they arrive in. */
    imapUrl: string | undefined;
    /** Signs the returned mails that a mail service posts to `/api/mail/bounces`. */
    webhookSecret: string | undefined;
  };
  /** Where people write for help: on pages and in mails. */
  supportEmail: string;
  /** `none`: real mails are sent, so nobody reads a mailbox here. */
  sms: { kind: 'mailbox' | 'none' } | { kind: 'twilio'; accountSid: string; authToken: string; from: string };
  /** The first member of staff. */
  admin: { email: string; password: string } | undefined;
  memoryReview: 'automatic' | 'staff';
  clamdUrl: string | undefined;
  /** Where owners send what we keep for them. Undefined: staff say so each time. */
  itemsAddress: string | undefined;
  deathReports: {
    /** How many different members of staff have to verify a death. */
    approvers: number;
    /** Within how many working-day hours staff read a proof. */
    reviewHours: number;
    /** For how many hours after that the owner can object. */
    objectionHours: number;
    /** For how many hours nothing is sent to a person whose address was changed by somebody other than the owner. */
    addressChangeHours: number;
  };
  /** For when the service closes one day. */
  closing: {
    /** How many months before its last day this is announced. */
    noticeMonths: number;
    /** For how many years what was given should stay online as static files. */
    linkYears: number;
  };
  /** Who is told if no member of staff has signed in for this many days. */
  successors: { addresses: readonly string[]; days: number };
  rateLimits: boolean;
  /** `this machine`: shown only to requests from it that do not come through a proxy. */
  devMailbox: 'off' | 'this machine' | 'everybody';
  payments:
    | { kind: 'stripe'; secretKey: string; webhookSecret: string; apiUrl: string | undefined }
    /** A trial page on which no money moves, if it is offered. */
    | { kind: 'sandbox'; isOffered: boolean };
  metricsToken: string | undefined;
  featuresOff: ReadonlySet<SwitchableFeature>;
}

export class ConfigError extends OperatorError {
  override name = 'ConfigError';
  readonly faults: string[];
  constructor(faults: string[]) {
    super(`The settings cannot be used:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}

/** Reads the settings from `environment`. Throws ConfigError listing every mistake, one sentence each. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const blank = blanks(environment);
  if (blank.length > 0) throw new ConfigError(blank);
  const parsed = Environment.safeParse(environment);
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}.`));
  const faults = contradictions(parsed.data);
  if (faults.length > 0) throw new ConfigError(faults);
  return toConfig(parsed.data);
}

function toConfig(env: Environment): Config {
  const publicUrl = env.PUBLIC_URL
    ? new URL(env.PUBLIC_URL).origin
    : `http://${env.HOST === '127.0.0.1' ? 'localhost' : env.HOST}:${env.PORT}`;
  const from = env.MAIL_FROM ?? 'Long After <letters@long-after.example>';
  const isPrivate = isLoopback(new URL(publicUrl).hostname);
  return {
    role: env.ROLE,
    host: env.HOST,
    port: env.PORT,
    publicUrl,
    isPrivate,
    trustedProxies: env.TRUSTED_PROXIES,
    dataDir: resolve(env.DATA_DIR),
    logLevel: env.LOG_LEVEL,
    appSecret: env.APP_SECRET
      ? {
          current: env.APP_SECRET,
          previous: env.APP_SECRET_PREVIOUS,
          links: env.LINK_SECRET ?? env.APP_SECRET,
        }
      : undefined,
    databaseUrl: env.DATABASE_URL,
    storage: storageOf(env),
    mirror: env.MIRROR_S3_BUCKET
      ? { bucket: env.MIRROR_S3_BUCKET, ...s3SettingsOf(env, 'MIRROR_S3_') }
      : undefined,
    fileCheckMegabytesPerSecond: env.FILE_CHECK_MB_PER_SECOND,
    backup: { passphrase: env.BACKUP_PASSPHRASE, s3: backupS3Of(env) },
    mail: env.SMTP_URL ? { kind: 'smtp', url: env.SMTP_URL, from } : { kind: 'mailbox', from },
    bounces: {
      address: env.BOUNCE_ADDRESS,
      imapUrl: env.BOUNCE_IMAP_URL,
      webhookSecret: env.BOUNCE_WEBHOOK_SECRET,
    },
    supportEmail: env.SUPPORT_EMAIL ?? requireSender(from).address,
    sms: smsOf(env),
    admin:
      env.ADMIN_EMAIL && env.ADMIN_PASSWORD
        ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD }
        : undefined,
    memoryReview: env.MEMORY_REVIEW,
    clamdUrl: env.CLAMD_URL,
    itemsAddress: env.ITEMS_ADDRESS,
    deathReports: deathReportsOf(env, isPrivate),
    closing: { noticeMonths: env.SUNSET_NOTICE_MONTHS, linkYears: env.SUNSET_LINK_YEARS },
    successors: { addresses: env.SUCCESSORS, days: env.SUCCESSOR_DAYS },
    rateLimits: env.RATE_LIMITS === 'on',
    devMailbox: devMailboxOf(env, isPrivate),
    payments: paymentsOf(env, isPrivate),
    metricsToken: env.METRICS_TOKEN,
    featuresOff: new Set(env.FEATURES_OFF),
  };
}

function deathReportsOf(env: Environment, isPrivate: boolean): Config['deathReports'] {
  return {
    // A private machine may have only one.
    approvers: env.DEATH_VERIFICATION_APPROVERS ?? (isPrivate ? 1 : 2),
    reviewHours: env.DEATH_REVIEW_HOURS,
    objectionHours: env.DEATH_OBJECTION_HOURS,
    addressChangeHours: env.ADDRESS_CHANGE_HOURS,
  };
}

function paymentsOf(env: Environment, isPrivate: boolean): Config['payments'] {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, PAYMENTS } = env;
  return secretKey && webhookSecret
    ? { kind: 'stripe', secretKey, webhookSecret, apiUrl: env.STRIPE_API_URL }
    : { kind: 'sandbox', isOffered: isPrivate || PAYMENTS === 'sandbox' };
}

function devMailboxOf(env: Environment, isPrivate: boolean): Config['devMailbox'] {
  if (env.SMTP_URL || env.TWILIO_ACCOUNT_SID) return 'off';
  if (env.DEV_MAILBOX) return env.DEV_MAILBOX === 'on' ? 'everybody' : 'off';
  return isPrivate && isLoopback(env.HOST) ? 'this machine' : 'off';
}

function storageOf(env: Environment): Config['storage'] {
  return env.S3_BUCKET
    ? { kind: 's3', bucket: env.S3_BUCKET, ...s3SettingsOf(env, 'S3_') }
    : { kind: 'disk' };
}

/** Backups are best kept at another provider; if none is configured, they go to the one for files. */
function backupS3Of(env: Environment): S3Settings {
  const isElsewhere = Object.entries(env).some(([name, value]) => name.startsWith('BACKUP_S3_') && value);
  return s3SettingsOf(env, isElsewhere ? 'BACKUP_S3_' : 'S3_');
}

function s3SettingsOf(env: Environment, prefix: 'S3_' | 'MIRROR_S3_' | 'BACKUP_S3_'): S3Settings {
  const endpoint = env[`${prefix}ENDPOINT`];
  const accessKeyId = env[`${prefix}ACCESS_KEY_ID`];
  const secretAccessKey = env[`${prefix}SECRET_ACCESS_KEY`];
  return {
    ...(endpoint && { endpoint }),
    region: env[`${prefix}REGION`] ?? 'us-east-1',
    ...(accessKeyId && { accessKeyId }),
    ...(secretAccessKey && { secretAccessKey }),
  };
}

function smsOf(env: Environment): Config['sms'] {
  if (!env.TWILIO_ACCOUNT_SID || !env.TWILIO_AUTH_TOKEN || !env.TWILIO_FROM)
    return { kind: env.SMTP_URL ? 'none' : 'mailbox' };
  return {
    kind: 'twilio',
    accountSid: env.TWILIO_ACCOUNT_SID,
    authToken: env.TWILIO_AUTH_TOKEN,
    from: env.TWILIO_FROM,
  };
}
