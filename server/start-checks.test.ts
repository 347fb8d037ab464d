import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { startS3Server } from '../test/fakes/s3-server.ts';
import { startSmtpServer } from '../test/fakes/smtp-server.ts';
import { startStripeServer } from '../test/fakes/stripe-server.ts';
import { startTwilioServer } from '../test/fakes/twilio-server.ts';
import { systemClock } from './platform/clock.ts';
import { readConfig } from './platform/config.ts';
import { requireFound } from './platform/errors.ts';
import { openImapMailbox } from './platform/mail/imap-mailbox.ts';
import { openSmtpMailer } from './platform/mail/smtp-mailer.ts';
import { openStripePayments } from './platform/payments/stripe/stripe-payments.ts';
import { openTwilioTexter } from './platform/sms/twilio-texter.ts';
import { openMirror } from './platform/storage/mirror.ts';
import { openS3Storage } from './platform/storage/s3-storage.ts';
import { checkSettings } from './start-checks.ts';

const account = { sid: 'AC1', token: 'right' };
const s3 = await startS3Server();
const smtp = await startSmtpServer({ credentials: { user: 'post', pass: 'right' } });
const twilio = await startTwilioServer(account);
const stripe = await startStripeServer(new Date());
const folder = await mkdtemp(join(tmpdir(), 'start-checks-'));
afterAll(async () => {
  await Promise.all([
    s3.close(),
    smtp.close(),
    twilio.close(),
    stripe.close(),
    rm(folder, { recursive: true }),
  ]);
});

const right = {
  ...stripe.env,
  S3_BUCKET: s3.bucketName,
  S3_ENDPOINT: s3.url,
  S3_ACCESS_KEY_ID: s3.credentials.accessKeyId,
  S3_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
  MIRROR_S3_BUCKET: s3.bucketName,
  // Another address of the same service.
  MIRROR_S3_ENDPOINT: s3.url.replace('127.0.0.1', 'localhost'),
  MIRROR_S3_ACCESS_KEY_ID: s3.credentials.accessKeyId,
  MIRROR_S3_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
  PUBLIC_URL: 'http://localhost:3000',
  SMTP_URL: smtp.url,
  MAIL_FROM: 'post@example.org',
  TWILIO_ACCOUNT_SID: account.sid,
  TWILIO_AUTH_TOKEN: account.token,
  TWILIO_FROM: '+15005550006',
};

/** Runs the checks with `right` and these `changes`; returns what the log says. */
async function check(changes: Partial<typeof right>): Promise<string[]> {
  const config = readConfig({ ...right, ...changes });
  const { storage: bucket, mail, sms, payments: card } = config;
  if (bucket.kind !== 's3' || mail.kind !== 'smtp' || sms.kind !== 'twilio' || card.kind !== 'stripe')
    throw new Error('Not configured');
  const storage = await openS3Storage({ ...bucket, tempDir: folder });
  const copies = await openS3Storage({ ...requireFound(config.mirror), tempDir: folder });
  const { mirror } = openMirror(storage, copies, pino({ level: 'silent' }));
  const mailer = openSmtpMailer(mail);
  const bounceMailbox = config.bounces.imapUrl ? openImapMailbox(config.bounces.imapUrl) : undefined;
  const texter = openTwilioTexter({ ...sms, baseUrl: twilio.url });
  const payments = openStripePayments(card, systemClock);
  onTestFinished(async () => {
    await Promise.all([storage.close(), mirror.close(), mailer.close(), texter.close()]);
  });
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line).msg) });
  await checkSettings({ config, storage, mirror, mailer, bounceMailbox, texter, payments, log });
  return lines;
}

test('with settings that work nothing is said', async () => {
  expect(await check({})).toEqual([]);
});

test.each([
  [{ S3_BUCKET: 'nowhere' }, 'S3_BUCKET: The store has no bucket of this name.'],
  [{ MIRROR_S3_BUCKET: 'nowhere' }, 'MIRROR_S3_BUCKET: The store has no bucket of this name.'],
  [{ S3_ACCESS_KEY_ID: 'NOBODY' }, 'S3_ACCESS_KEY_ID: The store does not know this key.'],
  [{ S3_SECRET_ACCESS_KEY: 'wrong' }, 'S3_SECRET_ACCESS_KEY: The store does not accept this key.'],
  [
    { SMTP_URL: smtp.url.replace('right', 'wrong') },
    'SMTP_URL: The mail server refuses the name or password.',
  ],
  [{ TWILIO_AUTH_TOKEN: 'wrong' }, 'TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN: Twilio refuses them.'],
  [{ STRIPE_SECRET_KEY: 'sk_test_wrong' }, 'STRIPE_SECRET_KEY: Stripe refuses it.'],
])('%j stops the start by name', async (changes, sentence) => {
  await expect(check(changes)).rejects.toMatchObject({ name: 'ConfigError', faults: [sentence] });
});

test('services that do not answer do not stop the start', async () => {
  const away = 'http://127.0.0.1:1';
  expect(await check({ S3_ENDPOINT: away, SMTP_URL: 'smtp://127.0.0.1:1' })).toEqual(
    expect.arrayContaining([
      'S3_BUCKET: this service cannot be used at the moment',
      'SMTP_URL: this service cannot be used at the moment',
    ]),
  );
});
