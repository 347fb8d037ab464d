import type { SignOfLife } from './features/accounts/auth/sessions/sessions.ts';
import { findUsedPictureKeys, profilePictureFiles } from './features/accounts/profile/pictures/pictures.ts';
import type { AfterVerification } from './features/accounts/profile/profile.ts';
import { renewTrustedLinks } from './features/after-death/death-cases/contacts/contacts.ts';
import {
  awaitsSignOfLife,
  findUsedProofKeys,
  isReportedDead,
  isThoughtAlive,
  proofFiles,
  recordSignOfLife,
  recoverSignOfLife,
} from './features/after-death/death-cases/death-reports/death-reports.ts';
import {
  type EndCorrections,
  recoverRevocation,
} from './features/after-death/death-cases/releases/revoke-release.ts';
import { endAddressChangesOf } from './features/after-death/trusted-access/address-changes/address-changes.ts';
import { readdressAfterDeath } from './features/after-death/trusted-access/address-changes/recipient-changes.ts';
import { endLifeChangesOf } from './features/after-death/trusted-access/life-changes/life-changes.ts';
import { endHoldIfLast } from './features/after-death/trusted-access/trusted-access.ts';
import { applyPastDuePayment } from './features/billing/past-due/past-due.ts';
import type { PaymentEffects } from './features/billing/payments/payment-events/payment-events.ts';
import type { CountKept } from './features/billing/subscriptions/preview-change.ts';
import { startPaidPlan } from './features/billing/subscriptions/subscriptions.ts';
import { settleBooking } from './features/care/counseling/counselor-bookings/counselor-bookings.ts';
import { eraseAgain } from './features/data-rights/account-data/account-deletion/account-deletion.ts';
import { findErasureWait } from './features/data-rights/account-data/account-deletion/when-erased.ts';
import {
  exportFiles,
  findUsedExportKeys,
} from './features/data-rights/account-data/account-export/account-export.ts';
import {
  holdDeliveriesTo,
  recipientHooks,
  resumeDeliveriesOfMemory,
} from './features/delivery/deliveries/deliveries.ts';
import { listFailedAddresses, tryAddressesAgain } from './features/delivery/deliveries/failed-addresses.ts';
import { deliveryMetrics } from './features/delivery/deliveries/figures/metrics.ts';
import { keepGiven, withdrawMemory } from './features/delivery/deliveries/given/given.ts';
import { recoverGuardianAnswer } from './features/delivery/deliveries/guardians/recover-answer.ts';
import type { ActEffects } from './features/delivery/deliveries/logged-acts/logged-acts.ts';
import { cancelPlan, restorePlan } from './features/delivery/deliveries/plan/cancelled-plan.ts';
import {
  listWaitingForMemories,
  lockSchedulesOfRecipient,
} from './features/delivery/deliveries/plan/plan.ts';
import {
  comesBetween,
  listScheduledFor,
  passOnDeliveries,
  withdrawRecipient,
} from './features/delivery/deliveries/recipient/recipient.ts';
import {
  disownDeliveries,
  endDisowning,
  tellNotTheirsLater,
} from './features/delivery/deliveries/said/said.ts';
import { recoverDeclining, recoverDisowning } from './features/delivery/received/acts/after-restore.ts';
import {
  findUsedItemKeys,
  itemFiles,
  listTitlesMeantFor,
  passOnItems,
  settleReturnFee,
} from './features/keepsakes/physical-items/physical-items.ts';
import {
  countMemories,
  findUsedMemoryKeys,
  type MemoryHooks,
  memoryFiles,
  type WaitingDeliveries,
} from './features/memories/memories/memories.ts';
import { findUsedPartKeys } from './features/memories/memories/uploads/uploads.ts';
import { mailMetrics } from './features/outbox/messages/mails/figures/figures.ts';
import type { AnswerHooks } from './features/people/recipients/inquiries/answer-inquiry.ts';
import type { Asking } from './features/people/recipients/inquiries/ask.ts';
import type { DeathHooks } from './features/people/recipients/recipients.ts';
import { notifyTrustedContactsLater } from './features/people/recipients/trusted-contacts.ts';
import { settleGiftOrder } from './features/store/gifts/gifts.ts';
import {
  type FileChecks,
  type StoredFileKinds,
  storedFileMetrics,
} from './features/system/stored-files/stored-files.ts';
import type { ReadMetrics, Services } from './platform/context.ts';

// A district imports only those below it. If it has to call one above, it takes the function as an argument;
// `app.ts` and `worker.ts` pass in what is defined here.

export const afterVerification: AfterVerification = notifyTrustedContactsLater;

export const signOfLife: SignOfLife = {
  isAwaited: awaitsSignOfLife,
  record: (services, userId) => recordSignOfLife(services, userId, 'sign_in'),
};

export const endCorrections: EndCorrections = async (tx, services, userId) => {
  await endAddressChangesOf(tx, services, userId);
  await endLifeChangesOf(tx, services, userId);
};

export { readdressAfterDeath, renewTrustedLinks };

/** How to repeat what was done after a backup, once that backup is restored. */
export const actEffects: ActEffects = {
  declining: recoverDeclining,
  disowning: recoverDisowning(renewTrustedLinks),
  guardian: recoverGuardianAnswer,
  'sign-of-life': recoverSignOfLife,
  'release-revoked': recoverRevocation,
  'account-erased': eraseAgain,
};

export const memoryHooks: MemoryHooks = {
  afterApproval: resumeDeliveriesOfMemory,
  beforeChange: keepGiven,
  cancelPlan,
  restorePlan,
  beforeDeletion: withdrawMemory,
};

export const waitingDeliveries: WaitingDeliveries = listWaitingForMemories;

export const paymentEffects: PaymentEffects = {
  subscription: startPaidPlan,
  'gift-order': settleGiftOrder,
  'counselor-booking': settleBooking,
  arrears: applyPastDuePayment,
  'return-fee': settleReturnFee,
};

export const countKept: CountKept = countMemories;

export { requireMayActOn } from './features/after-death/death-cases/who-may-act/who-may-act.ts';
export { findErasureWait, recipientHooks };

export const deathHooks: DeathHooks = {
  lock: lockSchedulesOfRecipient,
  hold: holdDeliveriesTo,
  endHold: endHoldIfLast,
  passOn: async (tx, services, passing) => {
    await passOnDeliveries(tx, services, passing);
    await passOnItems(tx, services, passing);
  },
};
export { trustedContacts } from './features/people/recipients/recipients.ts';

/** What an address book entry is connected to. */
export const addressBook = {
  hooks: recipientHooks,
  scheduled: { lock: lockSchedulesOfRecipient, list: listScheduledFor, withdraw: withdrawRecipient },
  listItemsMeantFor: listTitlesMeantFor,
  failedAddresses: { list: listFailedAddresses, tryAgain: tryAddressesAgain },
};

export const asking: Asking = { isThoughtAlive, comesBetween };

export const answerHooks: AnswerHooks = {
  lock: lockSchedulesOfRecipient,
  disown: async (tx, services, recipientId, address) => {
    await disownDeliveries(tx, services, renewTrustedLinks, { recipientId, address, knownSince: null });
    await tellNotTheirsLater(tx, services, [recipientId]);
  },
  isReportedDead,
  own: async (tx, services, recipientId, address) => {
    await endDisowning(tx, services, renewTrustedLinks, { recipientId, address, actor: 'recipient' });
  },
};

export const storedFileKinds: StoredFileKinds = {
  'memories/': { findUsed: findUsedMemoryKeys, all: memoryFiles },
  // What has arrived of an upload is incomplete, so no backup contains it.
  'uploads/': { findUsed: findUsedPartKeys, all: [] },
  'item-images/': { findUsed: findUsedItemKeys, all: itemFiles },
  'profile-pictures/': { findUsed: findUsedPictureKeys, all: profilePictureFiles },
  'death-certificates/': { findUsed: findUsedProofKeys, all: proofFiles },
  'exports/': { findUsed: findUsedExportKeys, all: exportFiles },
};

/** The files that are checked over time, and the deliveries that resume once their file is undamaged again. */
export const fileChecks = (services: Services): FileChecks => ({
  kinds: storedFileKinds,
  afterMending: { 'memories/': (tx, memoryId) => resumeDeliveriesOfMemory(tx, services, memoryId) },
});

/** Shown by /metrics. */
export const metricReaders: readonly ReadMetrics[] = [deliveryMetrics, mailMetrics, storedFileMetrics];
