import {
  type StorageRequestStatus,
  storageRequestStatuses,
} from '../../../../../shared/keepsakes/storage-requests.ts';

export type StorageRequestEvent =
  | 'approved'
  | 'declined'
  | 'cancelled-by-owner'
  | 'received'
  | 'receipt-undone'
  | 'unanswered-receipt-undone';

const transitions: Record<
  StorageRequestStatus,
  Partial<Record<StorageRequestEvent, StorageRequestStatus>>
> = {
  pending: {
    approved: 'approved',
    declined: 'declined',
    'cancelled-by-owner': 'cancelled',
    received: 'received',
  },
  approved: { declined: 'declined', 'cancelled-by-owner': 'cancelled', received: 'received' },
  received: { 'receipt-undone': 'approved', 'unanswered-receipt-undone': 'pending' },
  declined: {},
  cancelled: {},
};

/** The only place that decides how a request moves. Undefined if the event does not apply. */
export function nextStatus(
  status: StorageRequestStatus,
  event: StorageRequestEvent,
): StorageRequestStatus | undefined {
  return transitions[status][event];
}

/** The statuses in which a request is still open. */
export const openStatuses = storageRequestStatuses.filter((status) => nextStatus(status, 'received'));
