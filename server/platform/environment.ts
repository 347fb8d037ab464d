import { z } from 'zod';
import { Password } from '../../shared/accounts/accounts.ts';
import { switchableFeatures } from '../../shared/system/feature-switches.ts';
import { EmailAddress } from '../../shared/values.ts';
import { isLoopback } from './http/this-machine.ts';
import { isAddress, isSender } from './mail/address.ts';
import { bounceLocalPartMax } from './mail/return-path.ts';

const blankAsMissing = (value: unknown) => (value === '' ? undefined : value);
const optional = (schema: z.ZodType<string>) => z.preprocess(blankAsMissing, schema.optional());
const text = optional(z.string());
const url = (protocols: RegExp) =>
  optional(z.url({ protocol: protocols, error: 'must be a complete address' }));

const isPlain = (address: string) => URL.parse(address)?.href === `${URL.parse(address)?.origin}/`;
const isEncryptedOrLoopback = (address: string) => {
  const { protocol = '', hostname = '' } = URL.parse(address) ?? {};
  return protocol !== 'http:' || isLoopback(hostname);
};

const PublicUrl = optional(
  z
    .url({ protocol: /^https?$/, error: 'must be a complete address', abort: true })
    .refine(isPlain, 'must be an address without a path, such as https://after.example')
    .refine(isEncryptedOrLoopback, 'must begin with https://, unless it is a loopback address'),
);

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

const Addresses = z
  .string()
  .default('')
  .transform((list) => list.split(',').flatMap((address) => address.trim() || []))
  .pipe(
    z.array(z.string().refine(isAddress, 'may name email addresses, separated by commas, and nothing else')),
  );

const isAllowed = (schema: z.ZodType) => (text: string) => schema.safeParse(text).success;

const passwordNeeds =
  'at least 8 characters, among them a lowercase and an uppercase letter, a number and a special character';

export const Environment = z.object({
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
  PUBLIC_URL: PublicUrl,
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
  BOUNCE_ADDRESS: optional(
    z
      .string()
      .refine(isAddress, 'must be an email address')
      .refine(
        (address) => address.lastIndexOf('@') <= bounceLocalPartMax,
        `may have at most ${bounceLocalPartMax} characters before the @, since an addition follows them`,
      ),
  ),
  BOUNCE_IMAP_URL: url(/^imaps?$/),
  BOUNCE_WEBHOOK_SECRET: optional(z.string().min(16, 'must have at least 16 characters')),
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
  ITEMS_ADDRESS: optional(
    z.string().min(10, 'must be a postal address').max(300, 'must be a postal address'),
  ),
  DEATH_VERIFICATION_APPROVERS: z.preprocess(blankAsMissing, wholeNumberIn(1, 10).optional()),
  DEATH_REVIEW_HOURS: wholeNumber(1, 720, 48),
  DEATH_OBJECTION_HOURS: wholeNumber(24, 720, 72),
  ADDRESS_CHANGE_HOURS: wholeNumber(24, 336, 48),
  SUNSET_NOTICE_MONTHS: wholeNumber(12, 60, 12),
  SUNSET_LINK_YEARS: wholeNumber(1, 50, 5),
  SUCCESSORS: z.preprocess(blankAsMissing, Addresses),
  SUCCESSOR_DAYS: wholeNumber(14, 366, 60),
  RATE_LIMITS: z.preprocess(blankAsMissing, z.enum(['on', 'off'], 'must be on or off').default('on')),
  DEV_MAILBOX: z.preprocess(blankAsMissing, z.enum(['on', 'off'], 'must be on or off').optional()),
  METRICS_TOKEN: text,
  FEATURES_OFF: z.preprocess(blankAsMissing, FeatureNames),
});

export type Environment = z.infer<typeof Environment>;

/** Finds settings that consist of spaces, which most checks would take for a value; one sentence each. */
export function blanks(environment: Record<string, string | undefined>): string[] {
  return Object.keys(Environment.shape)
    .filter((name) => /^\s+$/.test(environment[name] ?? ''))
    .map((name) => `${name} is blank: leave it out, or give it a value.`);
}

/** Finds settings that are valid on their own but not together; one sentence each. */
export function contradictions(env: Environment): string[] {
  const faults: string[] = publicUrlFaults(env);
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
  for (const name of ['BOUNCE_IMAP_URL', 'BOUNCE_WEBHOOK_SECRET'] as const)
    if (env[name] && !env.BOUNCE_ADDRESS)
      faults.push(`BOUNCE_ADDRESS is missing: without it, nothing that ${name} is for says what came back.`);
  if (env.BOUNCE_IMAP_URL && !new URL(env.BOUNCE_IMAP_URL).password)
    faults.push('BOUNCE_IMAP_URL must hold a name and a password, as imaps://name:password@host.');
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

/** What leaves this machine leads people back to the public address. */
function publicUrlFaults(env: Environment): string[] {
  const services = (['SMTP_URL', 'TWILIO_ACCOUNT_SID', 'STRIPE_SECRET_KEY'] as const).filter(
    (name) => env[name],
  );
  if (env.PUBLIC_URL || services.length === 0) return [];
  return [
    `PUBLIC_URL is missing: with ${services.join(', ')} people are sent links, which need the address that they use.`,
  ];
}

function isSameBucket(env: Environment): boolean {
  return env.MIRROR_S3_BUCKET === env.S3_BUCKET && env.MIRROR_S3_ENDPOINT === env.S3_ENDPOINT;
}
