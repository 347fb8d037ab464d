import { notifyOfNewDevices } from './features/accounts/auth/sessions/new-devices.ts';
import {
  deleteEndedChallenges,
  deleteEndedSessions,
} from './features/accounts/auth/sessions/session-list.ts';
import { watchStaff } from './features/accounts/auth/staff/staff.ts';
import {
  eraseReportDrafts,
  sweepDeathReports,
} from './features/after-death/death-cases/death-reports/death-reports.jobs.ts';
import { eraseAfterReleases } from './features/after-death/death-cases/releases/erase-after-releases.ts';
import { handOverProposals } from './features/after-death/trusted-access/address-changes/hand-over.ts';
import { holdUnheard } from './features/after-death/trusted-access/address-changes/hold-unheard.ts';
import { openLinks, remindOfPastDue, settleLinks } from './features/billing/past-due/past-due.ts';
import {
  closePaymentPageHandler,
  payRefundHandler,
  sweepMissedPayments,
  sweepRefunds,
} from './features/billing/payments/payments.jobs.ts';
import {
  endSubscriptionHandler,
  syncDueSubscriptions,
} from './features/billing/subscriptions/subscriptions.ts';
import { syncQuietDisputes } from './features/billing/webhooks/sync-charge.ts';
import { applyLostNotices, applyNotice } from './features/billing/webhooks/webhooks.ts';
import {
  sweepBookings,
  sweepMeetingLinks,
} from './features/care/counseling/counselor-bookings/counselor-bookings.jobs.ts';
import {
  eraseAccount,
  eraseAccountsLater,
} from './features/data-rights/account-data/account-deletion/erase-account.ts';
import { buildExport } from './features/data-rights/account-data/account-export/build-export.ts';
import {
  eraseOldExports,
  resumeExports,
} from './features/data-rights/account-data/account-export/export-sweeps.ts';
import { readBounceMailbox } from './features/delivery/deliveries/bounces/read-mailbox.ts';
import { settleBounces } from './features/delivery/deliveries/bounces/receive-bounces.ts';
import { deliverHandler, resumeAfterPaymentHandler } from './features/delivery/deliveries/deliveries.jobs.ts';
import { eraseUnusedVersions } from './features/delivery/deliveries/given/given.ts';
import { sweepGuardians } from './features/delivery/deliveries/guardians/guardians.jobs.ts';
import { holdDeliveries, openHolds } from './features/delivery/deliveries/holds/holds.ts';
import { applyRules, applyRulesToSoon } from './features/delivery/deliveries/plan/time-zone-rules.ts';
import { catchUpAfterRestores } from './features/delivery/deliveries/start/catch-up.ts';
import { resumePaidAgain } from './features/delivery/deliveries/start/resume-after-payment.ts';
import { resumeReachable } from './features/delivery/deliveries/start/resume-reachable.ts';
import {
  requeueAllDeliveries,
  requeueLostDeliveries,
  sweepDueDeliveries,
} from './features/delivery/deliveries/start/sweep.jobs.ts';
import { mendWaitingTimes } from './features/delivery/deliveries/start/waiting-times.ts';
import { sweepReminders } from './features/delivery/received/reminders/reminders.jobs.ts';
import { remindOfComing } from './features/home/reminders/week-before/week-before.ts';
import { sweepYearlyMails } from './features/home/reminders/yearly-mail/yearly-mail.ts';
import { proceedWithClosing } from './features/home/sunset/sunset.ts';
import {
  checkMemoryHandler,
  convertRecordingHandler,
  recheckHeldForWantOfFfmpeg,
  recheckMemories,
  requeueConversions,
} from './features/memories/memories/memories.jobs.ts';
import { eraseExpiredUploads } from './features/memories/memories/uploads/uploads.ts';
import {
  eraseMails,
  sendMailsHandler,
  sweepAbandonedMails,
  sweepHeldMails,
  sweepLostMails,
  sweepUnsendableMails,
} from './features/outbox/messages/mails/mails.jobs.ts';
import { askPeople } from './features/people/recipients/inquiries/ask.ts';
import { runCheck } from './features/staff/audit-log/run-check.ts';
import { deleteOldAttemptCounts } from './features/system/attempt-limits/attempt-limits.ts';
import { chainAllEntries, signCheckpoint } from './features/system/audit/audit.ts';
import { type ClockWatch, watchClock } from './features/system/health/clock-watch/clock-watch.ts';
import { eraseFilesHandler } from './features/system/stored-files/stored-files.jobs.ts';
import { eraseOrphans, fileChecksOf } from './features/system/stored-files/stored-files.ts';
import * as job from './job-list.ts';
import { mailHandlers } from './mail-handlers.ts';
import type { Services } from './platform/context.ts';
import type { TimerDefinition } from './platform/jobs.ts';
import { inTurn } from './platform/sweeps.ts';
import { startTimers, type Timers } from './platform/timers.ts';
import {
  actEffects,
  asking,
  fileChecks,
  memoryHooks,
  paymentEffects,
  storedFileKinds,
  trustedContacts,
} from './wiring.ts';

export interface Worker {
  /** Waits for timer runs in progress; running jobs are drained by `services.jobs.stop`. */
  stop(): Promise<void>;
}

/** Starts job handlers and timers in this process. */
export async function startWorker(
  services: Services,
  timers: Timers = startTimers(services.log, services.metrics),
): Promise<Worker> {
  const { jobs, log } = services;
  const watch = watchClock(services, (tx, message) =>
    holdDeliveries(tx, services, { reason: 'clock-jump', message }),
  );
  if (await watch.agrees()) await mendWaitingTimes(services);
  await applyRulesToSoon(services);
  const catchUp = catchUpAfterRestores(services, mailHandlers, actEffects);
  await catchUp();
  for (const { message } of await openHolds(services.db)) log.warn(`all deliveries are held: ${message}`);
  await recheckHeldForWantOfFfmpeg(services);
  if (jobs.startedEmpty) {
    await requeueAllDeliveries(services);
    await requeueConversions(services);
  }
  const requeueLost = requeueLostDeliveries(services);
  await requeueLost();
  await jobs.work(job.checkMemory, checkMemoryHandler(services, memoryHooks));
  await jobs.work(job.checkRecording, checkMemoryHandler(services, memoryHooks));
  await jobs.work(job.convertRecording, convertRecordingHandler(services));
  await jobs.work(job.deliver, deliverHandler(services));
  await jobs.work(job.resumeAfterPayment, resumeAfterPaymentHandler(services));
  await jobs.work(job.eraseFiles, eraseFilesHandler(services, storedFileKinds));
  await jobs.work(job.sendMails, sendMailsHandler(services, mailHandlers));
  await jobs.work(job.buildExport, ({ exportId }) => buildExport(services, exportId));
  await jobs.work(job.eraseAccount, ({ userId }) => eraseAccount(services, userId));
  await jobs.work(job.closePaymentPage, closePaymentPageHandler(services));
  await jobs.work(job.applyPaymentNotice, ({ noticeId }) => applyNotice(services, paymentEffects, noticeId));
  await jobs.work(job.payRefund, payRefundHandler(services));
  await jobs.work(job.endSubscription, endSubscriptionHandler(services, paymentEffects));
  await jobs.work(job.checkAuditLog, ({ checkId }) => runCheck(services, checkId));

  for (const [each, work] of timersOf(services, watch, { catchUp, requeueLost })) timers.every(each, work);
  return { stop: () => timers.stop() };
}

type Work = () => Promise<unknown>;

/** While this process's clock is wrong none of them runs; those that erase also wait while deliveries are on hold. */
export function timersOf(
  services: Services,
  watch: ClockWatch,
  { catchUp, requeueLost }: Record<'catchUp' | 'requeueLost', () => Promise<void>>,
): [TimerDefinition, Work][] {
  const deliveries = async () => {
    await catchUp();
    await sweepDueDeliveries(services);
  };
  const { fileCheckMegabytesPerSecond: rate } = services.config;
  const bytesPerRun = rate * 1_000_000 * job.checkFiles.everySeconds;
  const checkStoredFiles = fileChecksOf(services, fileChecks(services), bytesPerRun);
  const unlessHeld = (work: Work) => async () => (await openHolds(services.db)).length === 0 && work();
  const timers: [TimerDefinition, Work][] = [
    [job.sweepDeliveries, deliveries],
    [job.sweepLostDeliveries, requeueLost],
    [job.readBounceMailbox, () => readBounceMailbox(services)],
    [job.settleBounces, () => settleBounces(services)],
    [job.sweepWaitingTimes, () => mendWaitingTimes(services)],
    [job.sweepPaidAgain, () => resumePaidAgain(services)],
    [job.sweepReachable, () => resumeReachable(services)],
    [
      job.sweepUnansweredAddresses,
      () =>
        inTurn(
          () => handOverProposals(services),
          () => holdUnheard(services),
        ),
    ],
    [job.sweepGuardians, () => sweepGuardians(services)],
    [job.sweepTimeZoneRules, () => applyRules(services)],
    [job.sweepUncheckedMemories, () => recheckMemories(services)],
    [job.sweepDeathReports, () => sweepDeathReports(services)],
    [job.sweepBookings, () => sweepBookings(services)],
    [job.sweepMeetingLinks, () => sweepMeetingLinks(services)],
    [job.sweepSessions, () => notifyOfNewDevices(services)],
    [job.sweepReminders, () => sweepReminders(services)],
    [job.sweepInquiries, () => askPeople(services, asking)],
    [job.sweepYearlyMails, () => sweepYearlyMails(services)],
    [job.sweepComing, () => remindOfComing(services)],
    [job.sweepStaffAbsences, () => watchStaff(services)],
    [job.sweepClosing, () => proceedWithClosing(services, paymentEffects)],
    [job.sweepHeldMails, () => sweepHeldMails(services)],
    [job.sweepAbandonedMails, () => sweepAbandonedMails(services)],
    [job.sweepLostMails, () => sweepLostMails(services)],
    [job.sweepExports, () => resumeExports(services)],
    [job.sweepAttemptCounts, () => deleteOldAttemptCounts(services)],
    [job.checkFiles, checkStoredFiles],
    [job.chainAudit, () => chainAllEntries(services)],
    [job.signAuditCheckpoint, () => signCheckpoint(services)],
    // Begins no erasure while deliveries are on hold, but finishes those that have begun.
    [job.sweepDeletedAccounts, () => eraseAccountsLater(services)],
    [job.sweepArrears, unlessHeld(() => remindOfPastDue(services, trustedContacts))],
    ...paymentTimers(services),
    ...erasers(services).map(([eraser, work]): [TimerDefinition, Work] => [eraser, unlessHeld(work)]),
  ];
  return timers.map(([each, work]) => [each, async () => (await watch.agrees()) && work()]);
}

function paymentTimers(services: Services): [TimerDefinition, Work][] {
  return [
    [job.sweepMissedPayments, () => sweepMissedPayments(services, paymentEffects)],
    [job.sweepPaymentNotices, () => applyLostNotices(services, paymentEffects)],
    [job.sweepDisputes, () => syncQuietDisputes(services, paymentEffects)],
    [job.sweepSubscriptions, () => syncDueSubscriptions(services, paymentEffects)],
    [job.sweepRefunds, () => sweepRefunds(services)],
    [job.settleKeepCurrentLinks, () => settleLinks(services)],
    [job.openKeepCurrentLinks, () => openLinks(services)],
  ];
}

function erasers(services: Services): [TimerDefinition, Work][] {
  return [
    [job.eraseSessions, () => deleteEndedSessions(services)],
    [job.eraseSignInChallenges, () => deleteEndedChallenges(services)],
    [job.eraseMails, () => eraseMails(services)],
    [job.sweepUnsendableMails, () => sweepUnsendableMails(services)],
    [job.eraseExports, () => eraseOldExports(services)],
    [job.eraseUploads, () => eraseExpiredUploads(services)],
    [job.eraseReportDrafts, () => eraseReportDrafts(services)],
    [job.eraseAfterReleases, () => eraseAfterReleases(services, memoryHooks)],
    [job.eraseUnusedVersions, () => eraseUnusedVersions(services)],
    [job.sweepOrphans, () => eraseOrphans(services, storedFileKinds)],
  ];
}
