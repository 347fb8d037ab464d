import { setTimeout as delay } from 'node:timers/promises';
import { ConfigError } from './platform/config.ts';
import type { Services } from './platform/context.ts';
import { MailboxError } from './platform/mail/bounce-mailbox.ts';
import { refusesSignIn } from './platform/mail/smtp-faults.ts';
import { refusesAccount } from './platform/sms/twilio-faults.ts';
import { refusedSetting } from './platform/storage/s3-storage.ts';

type CheckedServices = Pick<
  Services,
  'config' | 'storage' | 'mirror' | 'mailer' | 'bounceMailbox' | 'texter' | 'payments' | 'log'
>;

interface Check {
  setting: string;
  run(): Promise<void>;
  /** The sentence for an error that waiting does not fix. */
  refusal(error: Error): string | undefined;
}

const patienceMilliseconds = 5_000;

/**
 * Checks that the configured services accept us. Throws ConfigError if one refuses; if one does not answer, that is
 * only logged, since it may be back before it is needed.
 */
export async function checkSettings(services: CheckedServices): Promise<void> {
  const faults = await Promise.all(
    checksOf(services).map(async ({ setting, run, refusal }) => {
      const error = await faultOf(run);
      const sentence = error && refusal(error);
      if (error && !sentence)
        services.log.warn({ reason: error.message }, `${setting}: this service cannot be used at the moment`);
      return sentence ? [sentence] : [];
    }),
  );
  if (faults.flat().length > 0) throw new ConfigError(faults.flat());
}

function checksOf({
  config,
  storage,
  mirror,
  mailer,
  bounceMailbox,
  texter,
  payments,
}: CheckedServices): Check[] {
  const checks: Check[] = [];
  if (config.storage.kind === 's3')
    checks.push({ setting: 'S3_BUCKET', run: () => storage.check(), refusal: refusedSetting });
  if (mirror)
    checks.push({
      setting: 'MIRROR_S3_BUCKET',
      run: () => mirror.check(),
      refusal(error) {
        const refused = refusedSetting(error);
        return refused && `MIRROR_${refused}`;
      },
    });
  if (config.mail.kind === 'smtp')
    checks.push({
      setting: 'SMTP_URL',
      run: () => mailer.check(),
      refusal: (error) =>
        refusesSignIn(error) ? 'SMTP_URL: The mail server refuses the name or password.' : undefined,
    });
  if (bounceMailbox)
    checks.push({
      setting: 'BOUNCE_IMAP_URL',
      run: () => bounceMailbox.check(),
      refusal: (error) =>
        error instanceof MailboxError && error.isRefusal ? `BOUNCE_IMAP_URL: ${error.message}.` : undefined,
    });
  if (config.sms.kind === 'twilio')
    checks.push({
      setting: 'TWILIO_ACCOUNT_SID',
      run: () => texter.check(),
      refusal: (error) =>
        refusesAccount(error) ? 'TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN: Twilio refuses them.' : undefined,
    });
  if (config.payments.kind === 'stripe')
    checks.push({
      setting: 'STRIPE_SECRET_KEY',
      run: () => payments.check(),
      refusal: ({ cause }) =>
        cause instanceof Error && 'type' in cause && cause.type === 'StripeAuthenticationError'
          ? 'STRIPE_SECRET_KEY: Stripe refuses it.'
          : undefined,
    });
  return checks;
}

/** Why a check fails; undefined if it does not. It has some seconds. */
export async function faultOf(check: () => Promise<void>): Promise<Error | undefined> {
  const patience = new AbortController();
  const late = delay(patienceMilliseconds, new Error('No answer in time'), { signal: patience.signal });
  const answer = check().then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );
  try {
    return await Promise.race([answer, late]);
  } finally {
    late.catch(() => undefined);
    patience.abort();
  }
}
