import { z } from 'zod';
import { Id } from '../shared/values.ts';
import type { JobDefinition, TimerDefinition } from './platform/jobs.ts';

/** Every background job with its payload and retry policy. Handlers are registered in worker.ts. */
const job = <Definition extends JobDefinition<z.ZodType<object>>>(definition: Definition) => definition;

const MemoryRevision = z.object({ memoryId: Id, revision: z.number().int() });
const RecordingRevision = MemoryRevision.extend({ ownerId: Id });

/** Reads a new or changed photo to its end, then approves or holds it. */
export const checkMemory = job({
  name: 'check-memory',
  payload: MemoryRevision,
  concurrency: 2,
  retryLimit: 5,
  retryDelaySeconds: 10,
  expireSeconds: 15 * 60,
});

/** The same for videos and sound recordings, which take longer: photos do not wait behind them, nor one owner's behind another's. */
export const checkRecording = job({
  name: 'check-recording',
  payload: RecordingRevision,
  concurrency: 2,
  oneAtATimePer: 'ownerId',
  retryLimit: 5,
  retryDelaySeconds: 10,
  expireSeconds: 15 * 60,
});

/** Converts an approved video or sound recording that some browsers cannot play, and draws a photo that a person approved. */
export const convertRecording = job({
  name: 'convert-recording',
  payload: RecordingRevision,
  concurrency: 1,
  oneAtATimePer: 'ownerId',
  retryLimit: 5,
  retryDelaySeconds: 10,
  expireSeconds: 15 * 60,
});

/** Sends a batch of deliveries. Retries of a single delivery are columns of its row, not retries of the job. */
export const deliver = job({
  name: 'deliver',
  payload: z.object({ deliveryIds: z.array(Id).max(500) }),
  concurrency: 4,
  retryLimit: 20,
  retryDelaySeconds: 1,
  expireSeconds: 25 * 60,
  heartbeatSeconds: 20,
});

/** Removes stored files whose rows are gone. */
export const eraseFiles = job({
  name: 'erase-files',
  payload: z.object({ keys: z.array(z.string()).max(1000) }),
  concurrency: 1,
  retryLimit: 20,
  retryDelaySeconds: 60,
  expireSeconds: 5 * 60,
});

/** Sends mails from the outbox. */
export const sendMails = job({
  name: 'send-mails',
  payload: z.object({ mailIds: z.array(Id).max(500) }),
  concurrency: 6,
  retryLimit: 20,
  retryDelaySeconds: 15,
  retryDelayMaxSeconds: 30 * 60,
  expireSeconds: 10 * 60,
});

/** Packs everything an owner has stored into one file. */
export const buildExport = job({
  name: 'build-export',
  payload: z.object({ exportId: Id }),
  concurrency: 1,
  retryLimit: 5,
  retryDelaySeconds: 60,
  expireSeconds: 60 * 60,
});

/** Erases an account, with every file, once its grace period is over. */
export const eraseAccount = job({
  name: 'erase-account',
  payload: z.object({ userId: Id }),
  concurrency: 1,
  retryLimit: 20,
  retryDelaySeconds: 60,
  expireSeconds: 60 * 60,
});

/** Compares all entries of the audit log with their hashes, when staff ask for it. */
export const checkAuditLog = job({
  name: 'check-audit-log',
  payload: z.object({ checkId: Id }),
  concurrency: 1,
  retryLimit: 3,
  retryDelaySeconds: 10,
  expireSeconds: 6 * 60 * 60,
});

/** Makes a page of the payment provider unpayable. */
export const closePaymentPage = job({
  name: 'close-payment-page',
  payload: z.object({ paymentId: z.string().max(300) }),
  concurrency: 2,
  retryLimit: 10,
  retryDelaySeconds: 5,
  expireSeconds: 2 * 60,
});

/** Ends a subscription at the payment provider. */
export const endSubscription = job({
  name: 'end-subscription',
  payload: z.object({ subscriptionId: Id }),
  concurrency: 2,
  retryLimit: 20,
  retryDelaySeconds: 30,
  retryDelayMaxSeconds: 60 * 60,
  expireSeconds: 2 * 60,
});

/** Lets go the deliveries of an owner that waited until their plan is paid. */
export const resumeAfterPayment = job({
  name: 'resume-after-payment',
  payload: z.object({ userId: Id }),
  concurrency: 2,
  retryLimit: 20,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 60,
  expireSeconds: 5 * 60,
});

/** Asks the payment provider to give a payment back. */
export const payRefund = job({
  name: 'pay-refund',
  payload: z.object({ refundId: Id }),
  concurrency: 2,
  retryLimit: 20,
  retryDelaySeconds: 10,
  retryDelayMaxSeconds: 30 * 60,
  expireSeconds: 2 * 60,
});

/** Asks the payment provider about what one of its events tells of. */
export const applyPaymentNotice = job({
  name: 'apply-payment-notice',
  payload: z.object({ noticeId: z.string().max(300) }),
  concurrency: 4,
  retryLimit: 10,
  retryDelaySeconds: 5,
  expireSeconds: 2 * 60,
});

export const jobList: readonly JobDefinition[] = [
  checkMemory,
  checkRecording,
  convertRecording,
  deliver,
  eraseFiles,
  sendMails,
  buildExport,
  eraseAccount,
  checkAuditLog,
  closePaymentPage,
  endSubscription,
  resumeAfterPayment,
  payRefund,
  applyPaymentNotice,
];

/** Sends what is due and picks up what a crash left behind. The interval bounds how late an idle system sends. */
export const sweepDeliveries: TimerDefinition = { name: 'sweep-deliveries', everySeconds: 1 };

/** Requeues memory checks whose jobs were lost with the queue, deliveries that a wrong clock put off, and what was paid for again. */
export const sweepLeftovers: TimerDefinition = { name: 'sweep-leftovers', everySeconds: 60 };

/** Asks owners who were reported dead whether they are alive, and releases what nobody objected to. */
export const sweepDeathReports: TimerDefinition = { name: 'sweep-death-reports', everySeconds: 5 };

/** Frees places of sessions that nobody paid, and mails meeting links. */
export const sweepSessionBookings: TimerDefinition = { name: 'sweep-session-bookings', everySeconds: 60 };

/** Removes stored files that a crash left without a row. */
export const sweepOrphans: TimerDefinition = { name: 'sweep-orphans', everySeconds: 6 * 60 * 60 };

/** Reads stored files again, to see whether they are what was saved. */
export const checkFiles: TimerDefinition = { name: 'check-files', everySeconds: 10 };

/** Requeues mails and exports whose jobs were lost with the queue. */
export const sweepAccounts: TimerDefinition = { name: 'sweep-accounts', everySeconds: 60 };

/** Erases what has expired, accounts above all. */
export const eraseExpired: TimerDefinition = { name: 'erase-expired', everySeconds: 60 };

/** Picks up payments whose webhook never arrived, and asks about each subscription once a day. */
export const sweepPayments: TimerDefinition = { name: 'sweep-payments', everySeconds: 10 * 60 };

/** Tells of plans that end soon or are not paid any more. */
export const sweepArrears: TimerDefinition = { name: 'sweep-arrears', everySeconds: 15 * 60 };

/** Chains new entries of the audit log by their hashes. */
export const chainAudit: TimerDefinition = { name: 'chain-audit', everySeconds: 10 };
