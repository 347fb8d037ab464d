import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './database.ts';
import type { Events } from './events.ts';
import type { Jobs } from './jobs.ts';
import type { Log } from './log.ts';
import type { Mailer } from './mail/mail.ts';
import type { PaymentProvider } from './payments/payments.ts';
import type { Random } from './random.ts';
import type { Texter } from './sms/sms.ts';
import type { Storage } from './storage/storage.ts';

/** Everything a feature may use of the world outside, opened once per process. */
export interface Services {
  config: Config;
  /** From it links are derived; never logged, never answered. */
  appSecret: string;
  log: Log;
  clock: Clock;
  random: Random;
  db: Database;
  jobs: Jobs;
  events: Events;
  storage: Storage;
  mailer: Mailer;
  texter: Texter;
  payments: PaymentProvider;
}

/** A Fastify instance whose routes are typed by their zod schemas and which carries the services. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression<RawServerDefault>,
  RawReplyDefaultExpression<RawServerDefault>,
  FastifyBaseLogger,
  ZodTypeProvider
>;

declare module 'fastify' {
  interface FastifyInstance {
    services: Services;
  }
}
