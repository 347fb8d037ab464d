import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { AppendLog } from './append-log/append-log.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './database.ts';
import type { Events } from './events.ts';
import type { Jobs } from './jobs.ts';
import type { Log } from './log.ts';
import type { ImapMailbox } from './mail/bounce-mailbox.ts';
import type { Mailer } from './mail/mail.ts';
import type { Metrics } from './metrics.ts';
import type { PaymentProvider } from './payments/payments.ts';
import type { Random } from './random.ts';
import type { AppSecret } from './sealed.ts';
import type { Texter } from './sms/sms.ts';
import type { FileFaultFound } from './storage/file-faults.ts';
import type { Mirror } from './storage/mirror.ts';
import type { Storage } from './storage/storage.ts';
import type { Sweeps } from './sweeps.ts';

/** Everything a feature may use outside its own code, opened once per process. */
export interface Services {
  config: Config;
  /** Never logged, never sent to a client. */
  appSecret: AppSecret;
  log: Log;
  metrics: Metrics;
  clock: Clock;
  random: Random;
  db: Database;
  jobs: Jobs;
  sweeps: Sweeps;
  events: Events;
  storage: Storage;
  /** Set if one is configured. */
  mirror: Mirror | undefined;
  fileFaultFound: FileFaultFound;
  /** Outside the database, so that it still knows what was sent after an older database is restored. */
  sendLog: AppendLog;
  /** What this process has compared with the send log. */
  compared: {
    /** Which database server, in which state; undefined until a worker starts here. */
    server: string | undefined;
    /** Deliveries that were sent according to the log, and that could not be recorded yet. */
    unrecorded: string[];
  };
  mailer: Mailer;
  /** The mailbox for mails that cannot be delivered, if one is configured. */
  bounceMailbox: ImapMailbox | undefined;
  texter: Texter;
  payments: PaymentProvider;
}

/** A Fastify instance with zod-typed routes and the services attached. */
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

/** A number for `/metrics`, or one for each set of labels. */
export interface Metric {
  /** Starts with `long_after_` and ends with its unit, if it has one. */
  name: string;
  help: string;
  samples: readonly { labels?: Readonly<Record<string, string>>; value: number }[];
}

/** Reads figures from the database. Must be quick however many rows there are. */
export type ReadMetrics = (services: Services) => Promise<Metric[]>;
