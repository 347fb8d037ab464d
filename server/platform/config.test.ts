import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

function faultsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

const twilio = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'token', TWILIO_FROM: '+15005550006' };
const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };

describe('readConfig', () => {
  test('with nothing set: everything is embedded', () => {
    expect(readConfig({})).toMatchObject({
      role: 'all',
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://localhost:3000',
      databaseUrl: undefined,
      storage: { kind: 'disk' },
      mail: { kind: 'mailbox' },
      sms: { kind: 'mailbox' },
      rateLimits: true,
      devMailbox: 'this machine',
      isPrivate: true,
      trustedProxies: [],
      payments: { kind: 'sandbox', isOffered: true },
    });
  });

  test('the address for help is that of MAIL_FROM unless it is set', () => {
    const MAIL_FROM = 'Long After <letters@after.example>';
    expect(readConfig({ MAIL_FROM }).supportEmail).toBe('letters@after.example');
    expect(readConfig({ MAIL_FROM, SUPPORT_EMAIL: 'help@after.example' }).supportEmail).toBe(
      'help@after.example',
    );
    expect(faultsOf({ SUPPORT_EMAIL: 'Help <help@after.example>' })).toEqual([
      'SUPPORT_EMAIL must be an email address.',
    ]);
  });

  test('treats an empty value as unset', () => {
    expect(readConfig({ DATABASE_URL: '', PORT: '', SMTP_URL: '' })).toEqual(readConfig({}));
  });

  test('reads a list of what is off', () => {
    expect([...readConfig({ FEATURES_OFF: ' two-factor , account-deletion,' }).featuresOff]).toEqual([
      'two-factor',
      'account-deletion',
    ]);
    expect(readConfig({}).featuresOff.size).toBe(0);
  });

  test('reports every mistake at once, one sentence each', () => {
    const faults = faultsOf({ PORT: '70000', ROLE: 'boss', DATABASE_URL: 'mysql://x/y', LOG_LEVEL: 'loud' });
    expect(faults).toHaveLength(4);
    expect(faults.join('\n')).toMatch(/ROLE must be all, web or worker\./);
    expect(faults.join('\n')).toMatch(/PORT must be a port number\./);
  });

  test.each([
    [{ DATABASE_URL: 'postgres://localhost/x' }, /APP_SECRET is missing/],
    [{ SMTP_URL: 'smtp://localhost:25' }, /MAIL_FROM is missing/],
    [{ SMTP_URL: 'smtp://localhost:25', MAIL_FROM: 'no address\r\nBcc: x@example.com' }, /MAIL_FROM/],
    [{ TWILIO_ACCOUNT_SID: 'AC1' }, /TWILIO_AUTH_TOKEN, TWILIO_FROM is missing/],
    [{ BOUNCE_IMAP_URL: 'imaps://n:p@mail.example' }, /BOUNCE_ADDRESS is missing.*BOUNCE_IMAP_URL/],
    [{ BOUNCE_WEBHOOK_SECRET: 'long enough for us' }, /BOUNCE_ADDRESS is missing.*BOUNCE_WEBHOOK_SECRET/],
    [{ BOUNCE_ADDRESS: 'bounce@x.example', BOUNCE_WEBHOOK_SECRET: 'short' }, /at least 16 characters/],
    [{ BOUNCE_ADDRESS: 'Bounces <bounce@x.example>' }, /BOUNCE_ADDRESS must be an email address/],
    [{ BOUNCE_ADDRESS: 'a-mailbox-of-bounces@x.example' }, /BOUNCE_ADDRESS may have at most 16 characters/],
    [
      { BOUNCE_ADDRESS: 'bounce@x.example', BOUNCE_IMAP_URL: 'imaps://mail.example' },
      /BOUNCE_IMAP_URL must hold a name and a password/,
    ],
    [{ S3_ENDPOINT: 'http://localhost:9000' }, /S3_BUCKET is missing/],
    [{ S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k' }, /S3_SECRET_ACCESS_KEY is missing/],
    [{ MIRROR_S3_BUCKET: 'b', MIRROR_S3_SECRET_ACCESS_KEY: 's' }, /MIRROR_S3_ACCESS_KEY_ID is missing/],
    [{ MIRROR_S3_ENDPOINT: 'http://localhost:9000' }, /MIRROR_S3_BUCKET is missing/],
    [{ S3_BUCKET: 'b', MIRROR_S3_BUCKET: 'b' }, /MIRROR_S3_BUCKET is the bucket of S3_BUCKET/],
    [
      { STRIPE_SECRET_KEY: 'sk_test_1' },
      /STRIPE_WEBHOOK_SECRET is missing: it is needed together with STRIPE_SECRET_KEY/,
    ],
    [{ STRIPE_SECRET_KEY: 'pk_test_1' }, /STRIPE_SECRET_KEY must be a secret key of Stripe/],
    [
      { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1', PAYMENTS: 'sandbox' },
      /PAYMENTS=sandbox cannot be used together with STRIPE_SECRET_KEY/,
    ],
    [{ STRIPE_API_URL: 'http://example.com' }, /STRIPE_API_URL is for tests/],
    [{ TRUSTED_PROXIES: '10.0.0.1,everybody' }, /TRUSTED_PROXIES may name IP addresses/],
    [{ PAYMENTS: 'none' }, /PAYMENTS must be sandbox/],
    [{ STRIPE_WEBHOOK_SECRET: 'whsec_1' }, /STRIPE_SECRET_KEY is missing/],
    [{ HOST: '0.0.0.0', RATE_LIMITS: 'off' }, /RATE_LIMITS can be off only/],
    [
      { FEATURES_OFF: 'two-factor,uploads' },
      /FEATURES_OFF may name password-change, two-factor, account-deletion/,
    ],
    [{ LINK_SECRET: 'x'.repeat(32) }, /APP_SECRET is missing: LINK_SECRET and APP_SECRET_PREVIOUS/],
    [{ APP_SECRET: 'x'.repeat(32), APP_SECRET_PREVIOUS: 'y'.repeat(32) }, /LINK_SECRET is missing/],
    [
      { APP_SECRET_PREVIOUS: `${'y'.repeat(32)},short` },
      /APP_SECRET_PREVIOUS may name secrets of at least 32/,
    ],
    [{ APP_SECRET: 'short' }, /APP_SECRET must have at least 32 characters/],
    ...[{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@example.com' }, twilio, stripe].map(
      (service): [object, RegExp] => [service, /^PUBLIC_URL is missing: /],
    ),
    [{ PUBLIC_URL: 'https://after.example/letters' }, /^PUBLIC_URL must be an address without a path/],
    [{ PUBLIC_URL: 'https://after.example?x' }, /^PUBLIC_URL must be an address without a path/],
    [{ PUBLIC_URL: 'https://name@after.example' }, /^PUBLIC_URL must be an address without a path/],
    [{ PUBLIC_URL: 'http://after.example' }, /^PUBLIC_URL must begin with https:\/\//],
    [{ PUBLIC_URL: 'after.example' }, /^PUBLIC_URL must be a complete address\.$/],
    [{ APP_SECRET: ' '.repeat(40) }, /^APP_SECRET is blank: leave it out, or give it a value\.$/],
    [{ ...twilio, TWILIO_AUTH_TOKEN: '  ' }, /^TWILIO_AUTH_TOKEN is blank/],
    [{ S3_BUCKET: '\t' }, /^S3_BUCKET is blank/],
  ])('refuses %j', (environment, sentence) => {
    expect(faultsOf(environment as Record<string, string>).join('\n')).toMatch(sentence);
  });

  test.each([
    ['https://after.example/', 'https://after.example'],
    ['https://After.example:8443', 'https://after.example:8443'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ])('the public address %s is %s', (PUBLIC_URL, publicUrl) => {
    expect(readConfig({ PUBLIC_URL }).publicUrl).toBe(publicUrl);
  });

  const mailServer = {
    PUBLIC_URL: 'http://localhost:3000',
    SMTP_URL: 'smtp://localhost:25',
    MAIL_FROM: 'a@example.com',
  };

  test.each([
    ['the mailbox is not shown beyond this machine', { HOST: '0.0.0.0' }, 'off'],
    ['nor where a proxy makes this machine public', { PUBLIC_URL: 'https://after.example' }, 'off'],
    ['nor where nobody wants it', { DEV_MAILBOX: 'off' }, 'off'],
    ['unless somebody wants it so', { HOST: '0.0.0.0', DEV_MAILBOX: 'on' }, 'everybody'],
    ['and never beside a mail server', { ...mailServer, DEV_MAILBOX: 'on' }, 'off'],
  ])('security 68: %s', (_what, environment, shown) => {
    expect(readConfig(environment as Record<string, string>).devMailbox).toBe(shown);
  });

  test('beside a mail server, texts for which there is no provider are refused and not kept for nobody', () => {
    expect([readConfig({}).sms, readConfig(mailServer).sms]).toEqual([{ kind: 'mailbox' }, { kind: 'none' }]);
  });

  test.each([
    [{}, true],
    [{ PUBLIC_URL: 'http://[::1]:3000' }, true],
    [{ PUBLIC_URL: 'https://after.example' }, false],
    [{ HOST: '0.0.0.0' }, false],
    [{ PUBLIC_URL: 'https://after.example', PAYMENTS: 'sandbox' }, true],
  ])('with %j the trial payment page is offered: %s', (environment, offered) => {
    expect(readConfig(environment as Record<string, string>).payments).toEqual({
      kind: 'sandbox',
      isOffered: offered,
    });
  });

  test('reads addresses and networks of proxies', () => {
    expect(readConfig({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,fd00::/8' }).trustedProxies).toEqual([
      '127.0.0.1',
      '10.0.0.0/8',
      'fd00::/8',
    ]);
  });
});
