import { z } from 'zod';
import { Id } from '../shared/values.ts';
import type { JobDefinition, TimerDefinition } from './platform/jobs.ts';

/** Every background job of the product: name, payload, retry policy. Handlers are named in worker.ts. */
const job = <Payload extends z.ZodType<object>>(definition: JobDefinition<Payload>) => definition;

/** Reads a new or changed memory to its end and approves or holds it. */
export const checkMemory = job({
  name: 'check-memory',
  payload: z.object({ memoryId: Id, revision: z.number().int() }),
  concurrency: 2,
  retryLimit: 5,
  retryDelaySeconds: 10,
  expireSeconds: 15 * 60,
});

/** Hands a batch of deliveries over. Retries of one delivery are its own dated rows, not the queue's. */
export const deliver = job({
  name: 'deliver',
  payload: z.object({ deliveryIds: z.array(Id).max(500) }),
  concurrency: 4,
  retryLimit: 2,
  retryDelaySeconds: 30,
  expireSeconds: 10 * 60,
});

/** Removes stored files whose records are gone. */
export const eraseFiles = job({
  name: 'erase-files',
  payload: z.object({ keys: z.array(z.string()).max(1000) }),
  concurrency: 1,
  retryLimit: 20,
  retryDelaySeconds: 60,
  expireSeconds: 5 * 60,
});

/** Sends mails of the outbox. */
export const sendMails = job({
  name: 'send-mails',
  payload: z.object({ mailIds: z.array(Id).max(500) }),
  concurrency: 6,
  retryLimit: 20,
  retryDelaySeconds: 15,
  expireSeconds: 10 * 60,
});

/** Puts everything an owner keeps here into one file. */
export const buildExport = job({
  name: 'build-export',
  payload: z.object({ exportId: Id }),
  concurrency: 1,
  retryLimit: 5,
  retryDelaySeconds: 60,
  expireSeconds: 60 * 60,
});

/** Erases an account whose days of grace are over, with every file. */
export const eraseAccount = job({
  name: 'erase-account',
  payload: z.object({ userId: Id }),
  concurrency: 1,
  retryLimit: 20,
  retryDelaySeconds: 60,
  expireSeconds: 60 * 60,
});

export const jobList: readonly JobDefinition[] = [
  checkMemory,
  deliver,
  eraseFiles,
  sendMails,
  buildExport,
  eraseAccount,
];

/** Starts what has fallen due and picks up what a crash left behind. Bounds how late an idle system hands over. */
export const sweepDeliveries: TimerDefinition = { name: 'sweep-deliveries', everySeconds: 1 };

/** Looks for memories whose check was lost with the queue. */
export const sweepLeftovers: TimerDefinition = { name: 'sweep-leftovers', everySeconds: 60 };

/** Looks for stored files that a crash left without a record. */
export const sweepOrphans: TimerDefinition = { name: 'sweep-orphans', everySeconds: 6 * 60 * 60 };

/** Looks for mails, exports and erasures that were lost with the queue, and for what is over. */
export const sweepAccounts: TimerDefinition = { name: 'sweep-accounts', everySeconds: 60 };

/** Looks for payments that were made and of which the provider's word was lost. */
export const sweepPayments: TimerDefinition = { name: 'sweep-payments', everySeconds: 10 * 60 };
