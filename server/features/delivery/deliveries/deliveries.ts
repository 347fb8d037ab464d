/** What other features may use of deliveries. */

export { countStoppedOf } from './count-stopped.ts';
export { recordKnowing } from './death-news.ts';
export { hasLeft, isMoreThanLink, keepsWhatItBrought, waitsForAddress } from './delivery-conditions.ts';
export { eraseUnusedVersions, keepGiven } from './given-versions.ts';
export { countGoingOut } from './going-out.ts';
export { holdDeliveriesTo, resumeHeldDeliveriesTo } from './hold-recipient.ts';
export { deliveryToken } from './links.ts';
export { markOpened } from './mark-opened.ts';
export { deliveryMetrics, findOverdueSeconds } from './metrics.ts';
export { countHeldFor, passOnDeliveries } from './pass-on.ts';
export { countMissed, countPerDay } from './per-day.ts';
export { askStaffInstead } from './questions.ts';
export { type MessageFacts, mailTo, senderOf, textTo } from './recipient-message.ts';
export {
  recipientHooks,
  resumeDeliveriesOfMemory,
  resumeDeliveriesOfOwner,
  resumeDeliveriesOfRecipient,
} from './resume.ts';
export { retrySchedule } from './retry.ts';
export { listScheduledFor, withdrawRecipient } from './scheduled-for-recipient.ts';
export { requireReaddressable } from './staff-acts.ts';
export { countStopped } from './staff-queue.ts';
export { takeBack } from './take-back.ts';
export { listRecipientsOf, transferGiven } from './transfer-given.ts';
export { withdrawMemory } from './withdraw.ts';
