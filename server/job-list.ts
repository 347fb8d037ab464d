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
  subject: 'memoryId',
  concurrency: 2,
  retryLimit: 5,
  retryDelaySeconds: 10,
  expireSeconds: 15 * 60,
});

/** The same for videos and sound recordings, which take longer: photos do not wait for them, nor do owners for each other. */
export const checkRecording = job({
  name: 'check-recording',
  payload: RecordingRevision,
  subject: 'memoryId',
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
  subject: 'memoryId',
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
  subject: 'mailIds',
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
  subject: 'exportId',
  concurrency: 1,
  retryLimit: 5,
  retryDelaySeconds: 60,
  expireSeconds: 60 * 60,
});

/** Erases an account, with every file, once its grace period is over. */
export const eraseAccount = job({
  name: 'erase-account',
  payload: z.object({ userId: Id }),
  subject: 'userId',
  concurrency: 1,
  retryLimit: 20,
  retryDelaySeconds: 60,
  retryDelayMaxSeconds: 60 * 60,
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

/** Closes a checkout page at the payment provider. */
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

/** Resumes an owner's deliveries that waited for their plan to be paid. */
export const resumeAfterPayment = job({
  name: 'resume-after-payment',
  payload: z.object({ userId: Id }),
  concurrency: 2,
  retryLimit: 20,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 60,
  expireSeconds: 5 * 60,
});

/** Asks the payment provider to refund a payment. */
export const payRefund = job({
  name: 'pay-refund',
  payload: z.object({ refundId: Id }),
  subject: 'refundId',
  concurrency: 2,
  retryLimit: 20,
  retryDelaySeconds: 10,
  retryDelayMaxSeconds: 30 * 60,
  expireSeconds: 2 * 60,
});

/** Asks the payment provider about the subject of one of its events. */
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

// Each sweep has a timer of its own, so that a failing one does not stop the others. Sweeps that must run in order
// share one: see `inTurn`.

/** Reads mails that came back, if a mailbox for them is configured. */
export const readBounceMailbox: TimerDefinition = { name: 'read-bounce-mailbox', everySeconds: 60 };
/** Applies bounces that arrived before their attempt had been recorded. */
export const settleBounces: TimerDefinition = { name: 'settle-bounces', everySeconds: 60 };
/** Finds deliveries whose first job was lost. */
export const sweepLostDeliveries: TimerDefinition = { name: 'sweep-lost-deliveries', everySeconds: 60 };
/** Retries deliveries that a wrong clock had postponed. */
export const sweepWaitingTimes: TimerDefinition = { name: 'sweep-waiting-times', everySeconds: 60 };
/** Resumes deliveries that waited for a payment that has been made. */
export const sweepPaidAgain: TimerDefinition = { name: 'sweep-paid-again', everySeconds: 60 };
/** Resumes deliveries for which there was no channel, once one is set up. */
export const sweepReachable: TimerDefinition = { name: 'sweep-reachable', everySeconds: 60 };
/** Hands over new addresses that owners did not answer before they died, and holds changes of which nobody has heard. */
export const sweepUnansweredAddresses: TimerDefinition = {
  name: 'sweep-unanswered-addresses',
  everySeconds: 30,
};

/** Asks guardians about what is coming to a child, and resumes what no longer has to wait for them. */
export const sweepGuardians: TimerDefinition = { name: 'sweep-guardians', everySeconds: 60 };
/** Moves schedules after a change of time-zone rules. */
export const sweepTimeZoneRules: TimerDefinition = { name: 'sweep-time-zone-rules', everySeconds: 60 };
/** Requeues memory checks whose jobs were lost with the queue. */
export const sweepUncheckedMemories: TimerDefinition = { name: 'sweep-unchecked-memories', everySeconds: 60 };
/** Asks owners who were reported dead whether they are alive, and releases what nobody objected to. */
export const sweepDeathReports: TimerDefinition = { name: 'sweep-death-reports', everySeconds: 5 };

/** Releases places in sessions that were not paid for, and refunds sessions that nobody confirmed. */
export const sweepBookings: TimerDefinition = { name: 'sweep-bookings', everySeconds: 60 };
/** Mails meeting links. */
export const sweepMeetingLinks: TimerDefinition = { name: 'sweep-meeting-links', everySeconds: 60 };

/** Writes the reminders that recipients asked for. */
export const sweepReminders: TimerDefinition = { name: 'sweep-reminders', everySeconds: 60 };
/** Asks people whether we can still reach them, and trusted contacts whether they are still willing. */
export const sweepInquiries: TimerDefinition = { name: 'sweep-inquiries', everySeconds: 15 * 60 };
/** Writes to owners once a year about what is coming and what is missing. */
export const sweepYearlyMails: TimerDefinition = { name: 'sweep-yearly-mails', everySeconds: 15 * 60 };
/** Reminds owners a week before something goes out. */
export const sweepComing: TimerDefinition = { name: 'sweep-coming', everySeconds: 15 * 60 };
/** Warns staff, and tells the successors, if no member of staff signs in. */
export const sweepStaffAbsences: TimerDefinition = { name: 'sweep-staff-absences', everySeconds: 15 * 60 };
/** Tells people about the announced end of the service, and ends renewals that would be paid beyond it. */
export const sweepClosing: TimerDefinition = { name: 'sweep-closing', everySeconds: 5 * 60 };

/** Erases versions of memories that nobody was given after all. */
export const eraseUnusedVersions: TimerDefinition = {
  name: 'erase-unused-versions',
  everySeconds: 6 * 60 * 60,
};
/** Erases what people wanted deleted when they die, once a release can no longer be undone. */
export const eraseAfterReleases: TimerDefinition = { name: 'erase-after-releases', everySeconds: 20 };
/** Removes stored files that a crash left without a row. */
export const sweepOrphans: TimerDefinition = { name: 'sweep-orphans', everySeconds: 6 * 60 * 60 };
/** Reads stored files again, to check that they are what was saved. */
export const checkFiles: TimerDefinition = { name: 'check-files', everySeconds: 10 };

/** Tells owners about sign-ins from new browsers, if a crash prevented it. */
export const sweepSessions: TimerDefinition = { name: 'sweep-sessions', everySeconds: 60 };
/** Sends mails that were held back until a day's quota allowed them. */
export const sweepHeldMails: TimerDefinition = { name: 'sweep-held-mails', everySeconds: 60 };
/** Requeues mails whose worker is gone. */
export const sweepAbandonedMails: TimerDefinition = { name: 'sweep-abandoned-mails', everySeconds: 60 };
/** Requeues mails whose jobs were lost with the queue. */
export const sweepLostMails: TimerDefinition = { name: 'sweep-lost-mails', everySeconds: 60 };
/** Gives up on mails after a month of retries. */
export const sweepUnsendableMails: TimerDefinition = { name: 'sweep-unsendable-mails', everySeconds: 60 };
/** Requeues exports whose jobs were lost with the queue. */
export const sweepExports: TimerDefinition = { name: 'sweep-exports', everySeconds: 60 };
/** Deletes attempt counts whose window has ended. */
export const sweepAttemptCounts: TimerDefinition = { name: 'sweep-attempt-counts', everySeconds: 60 };

export const eraseSessions: TimerDefinition = { name: 'erase-sessions', everySeconds: 60 };
export const eraseSignInChallenges: TimerDefinition = { name: 'erase-sign-in-challenges', everySeconds: 60 };
export const eraseMails: TimerDefinition = { name: 'erase-mails', everySeconds: 60 };
export const eraseExports: TimerDefinition = { name: 'erase-exports', everySeconds: 60 };
export const eraseUploads: TimerDefinition = { name: 'erase-uploads', everySeconds: 60 };
export const eraseReportDrafts: TimerDefinition = { name: 'erase-report-drafts', everySeconds: 60 };
/** Enqueues the erasure of accounts whose grace period is over. */
export const sweepDeletedAccounts: TimerDefinition = { name: 'sweep-deleted-accounts', everySeconds: 60 };

/** Picks up payments whose webhook never arrived. */
export const sweepMissedPayments: TimerDefinition = { name: 'sweep-missed-payments', everySeconds: 10 * 60 };
/** Applies events of the payment provider whose job was lost. */
export const sweepPaymentNotices: TimerDefinition = { name: 'sweep-payment-notices', everySeconds: 10 * 60 };
/** Asks about disputes without news for a day. */
export const sweepDisputes: TimerDefinition = { name: 'sweep-disputes', everySeconds: 10 * 60 };
/** Asks about each subscription once a day. */
export const sweepSubscriptions: TimerDefinition = { name: 'sweep-subscriptions', everySeconds: 10 * 60 };
/** Requeues refunds whose job was lost. */
export const sweepRefunds: TimerDefinition = { name: 'sweep-refunds', everySeconds: 10 * 60 };
/** Closes payment links of accounts that are current again. */
export const settleKeepCurrentLinks: TimerDefinition = {
  name: 'settle-keep-current-links',
  everySeconds: 10 * 60,
};
/** Opens payment links for accounts in arrears, or about to be. */
export const openKeepCurrentLinks: TimerDefinition = {
  name: 'open-keep-current-links',
  everySeconds: 10 * 60,
};
/** Tells owners about plans that end soon or are unpaid. */
export const sweepArrears: TimerDefinition = { name: 'sweep-arrears', everySeconds: 15 * 60 };

/** Chains new entries of the audit log by their hashes. */
export const chainAudit: TimerDefinition = { name: 'chain-audit', everySeconds: 10 };
/** Signs the newest of these hashes, once a day. */
export const signAuditCheckpoint: TimerDefinition = {
  name: 'sign-audit-checkpoint',
  everySeconds: 15 * 60,
};
