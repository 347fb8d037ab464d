import { resolve } from 'node:path';
import { z } from 'zod';
import { Password } from '../../shared/accounts/accounts.ts';
import { type SwitchableFeature, switchableFeatures } from '../../shared/system/feature-switches.ts';
import { EmailAddress } from '../../shared/values.ts';
import { isLoopback } from './http/this-machine.ts';
import { isAddress, isSender, requireSender } from './mail/address.ts';
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
  /** Whether `publicUrl` is this machine, so that nobody else is meant to come. */
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
  /** How many megabytes of stored files each worker reads again per second, to see whether they are what was saved. */
  fileCheckMegabytesPerSecond: number;
  backup: {
    passphrase: string | undefined;
    /** The service that holds buckets of backups. */
    s3: S3Settings;
  };
  mail: { kind: 'mailbox'; from: string } | { kind: 'smtp'; url: string; from: string };
  /** Where people write for help: on pages and in mails. */
  supportEmail: string;
  /** `none`: real mails leave, and nobody reads a mailbox here. */
  sms: { kind: 'mailbox' | 'none' } | { kind: 'twilio'; accountSid: string; authToken: string; from: string };
  /** The first member of staff. */
  admin: { email: string; password: string } | undefined;
  memoryReview: 'automatic' | 'staff';
  clamdUrl: string | undefined;
  deathReports: {
    /** How many different members of staff have to verify a death. */
    approvers: number;
    /** Within how many hours of working days staff read a proof. */
    reviewHours: number;
    /** For how many hours after that the owner may object. */
    objectionHours: number;
    /** For how many hours nothing goes to somebody whose address others than the owner have changed. */
    addressChangeHours: number;
  };
  rateLimits: boolean;
  /** `this machine`: shown to those who ask from there, and not through a proxy. */
  devMailbox: 'off' | 'this machine' | 'everybody';
  payments:
    | { kind: 'stripe'; secretKey: string; webhookSecret: string; apiUrl: string | undefined }
    /** A trial page on which no money moves, where it is offered. */
    | { kind: 'sandbox'; isOffered: boolean };
  metricsToken: string | undefined;
  featuresOff: ReadonlySet<SwitchableFeature>;
}

const blankAsMissing = (value: unknown) => (value === '' ? undefined : value);
const optional = (schema: z.ZodType<string>) => z.preprocess(blankAsMissing, schema.optional());
const text = optional(z.string());
const url = (protocols: RegExp) =>
  optional(z.url({ protocol: protocols, error: 'must be a complete address' }));

const Secret = z.string().min(32, 'must have at least 32 characters');
const Secrets = z
  .string()
  .default('')
  .transform((list) => list.split(',').flatMap((secret) => secret.trim() || []))
  .pipe(z.array(z.string().min(32, 'may name secrets of at least 32 characters, separated by commas')));

const wholeNumberIn = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number(message).int(message).min(min, message).max(max, message);
};
const wholeNumber = (min: number, max: number, byDefault: number) =>
  z.preprocess(blankAsMissing, wholeNumberIn(min, max).default(byDefault));

const featureNames = switchableFeatures.join(', ');
const FeatureNames = z
  .string()
  .default('')
  .transform((list) => list.split(',').flatMap((name) => name.trim() || []))
  .pipe(z.array(z.enum(switchableFeatures, `may name ${featureNames} and nothing else`)));

const proxy = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
  error: 'may name IP addresses and networks such as 10.0.0.0/8, separated by commas, and nothing else',
});
const Proxies = z
  .string()
  .default('')
  .transform((list) => list.split(',').flatMap((name) => name.trim() || []))
  .pipe(z.array(proxy));

const isAllowed = (schema: z.ZodType) => (text: string) => schema.safeParse(text).success;
const passwordNeeds =
  'at least 8 characters, among them a lowercase and an uppercase letter, a number and a special character';

const Environment = z.object({
  ROLE: z.preprocess(
    blankAsMissing,
    z.enum(['all', 'web', 'worker'], 'must be all, web or worker').default('all'),
  ),
  HOST: z.preprocess(blankAsMissing, z.string().default('127.0.0.1')),
  PORT: z.preprocess(
    blankAsMissing,
    z.coerce
      .number('must be a port number')
      .int()
      .min(0, 'must be a port number')
      .max(65535, 'must be a port number')
      .default(3000),
  ),
  PUBLIC_URL: url(/^https?$/),
  TRUSTED_PROXIES: z.preprocess(blankAsMissing, Proxies),
  DATA_DIR: z.preprocess(blankAsMissing, z.string().default('./data')),
  LOG_LEVEL: z.preprocess(
    blankAsMissing,
    z
      .enum(
        ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
        'must be a level such as info or warn',
      )
      .default('info'),
  ),
  APP_SECRET: optional(Secret),
  APP_SECRET_PREVIOUS: z.preprocess(blankAsMissing, Secrets),
  LINK_SECRET: optional(Secret),
  DATABASE_URL: url(/^postgres(ql)?$/),
  S3_BUCKET: text,
  S3_ENDPOINT: url(/^https?$/),
  S3_REGION: text,
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  MIRROR_S3_BUCKET: text,
  MIRROR_S3_ENDPOINT: url(/^https?$/),
  MIRROR_S3_REGION: text,
  MIRROR_S3_ACCESS_KEY_ID: text,
  MIRROR_S3_SECRET_ACCESS_KEY: text,
  FILE_CHECK_MB_PER_SECOND: wholeNumber(0, 1000, 2),
  BACKUP_PASSPHRASE: optional(z.string().min(12, 'must have at least 12 characters')),
  BACKUP_S3_ENDPOINT: url(/^https?$/),
  BACKUP_S3_REGION: text,
  BACKUP_S3_ACCESS_KEY_ID: text,
  BACKUP_S3_SECRET_ACCESS_KEY: text,
  SMTP_URL: url(/^smtps?$/),
  MAIL_FROM: optional(z.string().refine(isSender, 'must be an email address, or a name with one in <>')),
  SUPPORT_EMAIL: optional(z.string().refine(isAddress, 'must be an email address')),
  TWILIO_ACCOUNT_SID: text,
  TWILIO_AUTH_TOKEN: text,
  TWILIO_FROM: text,
  PAYMENTS: z.preprocess(blankAsMissing, z.enum(['sandbox'], 'must be sandbox').optional()),
  STRIPE_SECRET_KEY: optional(
    z.string().regex(/^[sr]k_(test|live)_\w+$/, 'must be a secret key of Stripe, as sk_test_… or sk_live_…'),
  ),
  STRIPE_WEBHOOK_SECRET: optional(
    z.string().regex(/^whsec_\S+$/, 'must be the signing secret of a webhook at Stripe, as whsec_…'),
  ),
  STRIPE_API_URL: url(/^http$/),
  ADMIN_EMAIL: optional(z.string().refine(isAllowed(EmailAddress), 'must be an email address')),
  ADMIN_PASSWORD: optional(z.string().refine(isAllowed(Password), `must have ${passwordNeeds}`)),
  MEMORY_REVIEW: z.preprocess(
    blankAsMissing,
    z.enum(['automatic', 'staff'], 'must be automatic or staff').default('automatic'),
  ),
  CLAMD_URL: url(/^tcp$/),
  DEATH_VERIFICATION_APPROVERS: z.preprocess(blankAsMissing, wholeNumberIn(1, 10).optional()),
  DEATH_REVIEW_HOURS: wholeNumber(1, 720, 48),
  DEATH_OBJECTION_HOURS: wholeNumber(24, 720, 72),
  ADDRESS_CHANGE_HOURS: wholeNumber(24, 336, 48),
  RATE_LIMITS: z.preprocess(blankAsMissing, z.enum(['on', 'off'], 'must be on or off').default('on')),
  DEV_MAILBOX: z.preprocess(blankAsMissing, z.enum(['on', 'off'], 'must be on or off').optional()),
  METRICS_TOKEN: text,
  FEATURES_OFF: z.preprocess(blankAsMissing, FeatureNames),
});
type Environment = z.infer<typeof Environment>;

/** Finds settings that are valid on their own but not together; one sentence each. */
function contradictions(env: Environment): string[] {
  const faults: string[] = [];
  const together = (names: (keyof Environment)[]) => {
    const given = names.filter((name) => env[name] !== undefined);
    const missing = names.filter((name) => env[name] === undefined);
    if (given.length > 0 && missing.length > 0)
      faults.push(`${missing.join(', ')} is missing: it is needed together with ${given.join(', ')}.`);
  };
  together(['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM']);
  together(['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']);
  together(['MIRROR_S3_ACCESS_KEY_ID', 'MIRROR_S3_SECRET_ACCESS_KEY']);
  together(['BACKUP_S3_ACCESS_KEY_ID', 'BACKUP_S3_SECRET_ACCESS_KEY']);
  together(['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']);
  together(['ADMIN_EMAIL', 'ADMIN_PASSWORD']);
  if (env.ADMIN_EMAIL && env.SMTP_URL && env.FEATURES_OFF.includes('two-factor'))
    faults.push('FEATURES_OFF may not name two-factor: with a mail server staff sign in with it.');
  if (env.SMTP_URL && !env.MAIL_FROM)
    faults.push('MAIL_FROM is missing: it is needed together with SMTP_URL.');
  if (env.S3_ENDPOINT && !env.S3_BUCKET)
    faults.push('S3_BUCKET is missing: it is needed together with S3_ENDPOINT.');
  if (env.MIRROR_S3_ENDPOINT && !env.MIRROR_S3_BUCKET)
    faults.push('MIRROR_S3_BUCKET is missing: it is needed together with MIRROR_S3_ENDPOINT.');
  if (env.MIRROR_S3_BUCKET && isSameBucket(env))
    faults.push(
      'MIRROR_S3_BUCKET is the bucket of S3_BUCKET: a copy beside the file goes when the file goes.',
    );
  if (env.STRIPE_SECRET_KEY && env.PAYMENTS)
    faults.push('PAYMENTS=sandbox cannot be used together with STRIPE_SECRET_KEY: leave one of them out.');
  if (env.STRIPE_API_URL && !isLoopback(new URL(env.STRIPE_API_URL).hostname))
    faults.push('STRIPE_API_URL is for tests and may name this machine only.');
  if (env.DATABASE_URL && !env.APP_SECRET)
    faults.push('APP_SECRET is missing: with DATABASE_URL every process needs the same one.');
  if (!env.APP_SECRET && (env.LINK_SECRET || env.APP_SECRET_PREVIOUS.length > 0))
    faults.push('APP_SECRET is missing: LINK_SECRET and APP_SECRET_PREVIOUS belong to one that is set.');
  if (env.APP_SECRET_PREVIOUS.length > 0 && !env.LINK_SECRET)
    faults.push(
      'LINK_SECRET is missing: with APP_SECRET_PREVIOUS, set it to the first APP_SECRET, so that links stay valid.',
    );
  if (env.RATE_LIMITS === 'off' && !isLoopback(env.HOST))
    faults.push('RATE_LIMITS can be off only where HOST is a loopback address.');
  return faults;
}

function isSameBucket(env: Environment): boolean {
  return env.MIRROR_S3_BUCKET === env.S3_BUCKET && env.MIRROR_S3_ENDPOINT === env.S3_ENDPOINT;
}

export class ConfigError extends Error {
  readonly faults: string[];
  constructor(faults: string[]) {
    super(`The settings cannot be used:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

/** Reads the settings from `environment`. Throws ConfigError listing every mistake, one sentence each. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const parsed = Environment.safeParse(environment);
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}.`));
  const faults = contradictions(parsed.data);
  if (faults.length > 0) throw new ConfigError(faults);
  return toConfig(parsed.data);
}

function toConfig(env: Environment): Config {
  const publicUrl = (
    env.PUBLIC_URL ?? `http://${env.HOST === '127.0.0.1' ? 'localhost' : env.HOST}:${env.PORT}`
  ).replace(/\/$/, '');
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
    supportEmail: env.SUPPORT_EMAIL ?? requireSender(from).address,
    sms: smsOf(env),
    admin:
      env.ADMIN_EMAIL && env.ADMIN_PASSWORD
        ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD }
        : undefined,
    memoryReview: env.MEMORY_REVIEW,
    clamdUrl: env.CLAMD_URL,
    deathReports: {
      // On this machine there may be nobody else.
      approvers: env.DEATH_VERIFICATION_APPROVERS ?? (isPrivate ? 1 : 2),
      reviewHours: env.DEATH_REVIEW_HOURS,
      objectionHours: env.DEATH_OBJECTION_HOURS,
      addressChangeHours: env.ADDRESS_CHANGE_HOURS,
    },
    rateLimits: env.RATE_LIMITS === 'on',
    devMailbox: devMailboxOf(env, isPrivate),
    payments: paymentsOf(env, isPrivate),
    metricsToken: env.METRICS_TOKEN,
    featuresOff: new Set(env.FEATURES_OFF),
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

/** Backups are best kept at another service; if none is configured, they go to the one for files. */
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
