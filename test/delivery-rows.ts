import type { Reached } from '../server/features/delivery/deliveries/current-address.ts';
import type { DeliveryRow, WaitingReason } from '../server/features/delivery/deliveries/deliveries.table.ts';
import type { ClaimedDelivery } from '../server/features/delivery/deliveries/send/claim.ts';
import type { Outcome } from '../server/features/delivery/deliveries/send/outcome.ts';
import {
  type DeliveryEvent,
  nextState,
} from '../server/features/delivery/deliveries/state/delivery-state.ts';
import { linkChannels } from '../shared/outbox/channels.ts';

// A delivery, its claim, and how an attempt may end, for tests of the state machine on its own.

export const now = new Date('2030-05-04T12:00:00Z');
export const earlier = new Date('2030-05-04T11:59:00Z');
export const maya = 'maya@example.com';

export const row: DeliveryRow = {
  id: 'd1',
  scheduleId: 's1',
  recipientId: 'r1',
  userId: 'u1',
  status: 'pending',
  attemptCount: 0,
  lastAttempt: null,
  claimId: null,
  errorMessage: null,
  waitingReason: null,
  attemptAfter: earlier,
  sweepAt: earlier,
  stoppedAt: null,
  dueAt: earlier,
  firstAttempt: null,
  retryingSeconds: 0,
  unansweredMails: 0,
  lastUnansweredAt: null,
  outcomeUnknownAt: null,
  addressChangedAt: null,
  memoryApprovedAt: null,
  memoryWithdrawnAt: null,
  releaseRevokedAt: null,
  holdEndedAt: null,
  accountPaidAt: null,
  tokenHash: 'hash',
  sentTo: null,
  wasElsewhere: false,
  failedAddresses: [],
  channel: null,
  disownedAddress: null,
  recipientFirstName: 'Maya',
  leftFor: null,
  deliveredAt: null,
  openedAt: null,
  memoryVersionId: null,
  createdAt: earlier,
};
export const sending: DeliveryRow = {
  ...row,
  status: 'sending',
  attemptCount: 1,
  claimId: 'c1',
  firstAttempt: earlier,
};

export const claim: ClaimedDelivery = {
  id: 'd1',
  scheduleId: 's1',
  userId: 'u1',
  dueAt: earlier,
  tokenHash: 'hash',
  deliveryMethod: 'digital',
  addressChangedAt: null,
  memoryApprovedAt: null,
  holdEndedAt: null,
  accountPaidAt: null,
  ...{ disownedAddress: null, isDeclined: false, notTheirs: null },
  isInArrears: false,
  isRecipientHeld: false,
  isHeldByGuardian: false,
  addressWaitsUntil: null,
  owner: { firstName: 'Ruth', lastName: 'Meyer', timezone: 'UTC' },
  diedOn: null,
  news: 'none',
  newsDeliveryId: null,
  schedule: { deliveryType: 'scheduled', localDate: '2026-10-12', isLate: false, isPutOff: false },
  leftFor: null,
  isOwnerLeaving: false,
  isRevoked: false,
  isHeld: false,
  recipient: {
    ...{ firstName: 'Maya', lastName: 'Meyer', email: maya, secondEmail: null, phone: null },
    ...{ ownerRelationship: null, knownBy: null, birthday: null },
  },
  contact: { channel: 'email', address: maya },
  failedAddresses: [],
  channels: linkChannels,
  memory: {
    type: 'letter',
    durationSeconds: null,
    createdAt: earlier,
    isApproved: true,
    fileKey: null,
    fileSha256: null,
  },
  attempt: 1,
  claimId: 'c1',
  rowIds: ['d1'],
  memoryId: 'm1',
  leaseUntilUptime: 0,
  unknownSince: null,
  isLost: false,
  isTold: false,
  recipientId: '00000000-0000-7000-8000-000000000003',
  wasOpened: false,
  unansweredMails: 0,
  retryingSeconds: 0,
  readAtUptime: 0,
};

export const delivered: Outcome = { kind: 'delivered', sentTo: { channel: 'email', address: maya } };
export const deferred: Extract<Outcome, { kind: 'later' }> = {
  kind: 'later',
  unknown: false,
  message: '451 later',
};
export const silence: Outcome = { kind: 'later', unknown: true, message: 'the connection ended' };
export const waits = (reason: WaitingReason): Outcome => ({ kind: 'waiting', reason });

/** Somebody who can be reached by email at these addresses. */
export const reachedAt = (...addresses: string[]): Reached => ({
  contacts: addresses.map((address) => ({ channel: 'email', address })),
  channels: linkChannels,
  notTheirs: null,
});

/** Maya can be reached at these addresses instead. */
export const movedTo = (...addresses: string[]): DeliveryEvent => ({
  kind: 'address-changed',
  before: reachedAt(maya).contacts,
  reached: reachedAt(...addresses),
});

export const openedBy = (...addresses: string[]): DeliveryEvent => ({
  kind: 'opened',
  contacts: reachedAt(...addresses).contacts,
});

/** The transition of a row that is being sent, when its attempt ends with `outcome`. */
export function afterAttempt(
  outcome: Outcome,
  change: Partial<DeliveryRow> = {},
  claimed: Partial<ClaimedDelivery> = {},
) {
  const reached = change.addressChangedAt ? reachedAt('new@example.com') : undefined;
  const event: DeliveryEvent = {
    ...{ kind: 'attempted', outcome, jitter: 0, reached },
    claim: { ...claim, ...claimed },
  };
  return nextState({ ...sending, ...change }, event, now);
}

/** The state in one word. */
export const describeState = (next: ReturnType<typeof nextState>) =>
  next === undefined
    ? 'unchanged'
    : next.after === null
      ? 'removed'
      : (next.after.waitingReason ?? next.after.status);
