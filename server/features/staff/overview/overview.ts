import type { z } from 'zod';
import { formatDate } from '../../../../shared/dates.ts';
import { type StaffOverview, type StaffQueueName, staffQueues } from '../../../../shared/staff/overview.ts';
import type { Services } from '../../../platform/context.ts';
import { instantOf, wallClockAt } from '../../../platform/local-time.ts';
import { countDeathReports } from '../../after-death/death-cases/death-reports/death-reports.ts';
import { countAddressChanges } from '../../after-death/trusted-access/address-changes/address-changes.ts';
import { countLifeChanges } from '../../after-death/trusted-access/life-changes/life-changes.ts';
import { countPastDue } from '../../billing/past-due/past-due.ts';
import { countDisputes } from '../../billing/payments/disputes/disputes.ts';
import { countOwedRefunds } from '../../billing/payments/refunds/refunds.ts';
import { countFailedNotices } from '../../billing/webhooks/webhooks.ts';
import { countBookings } from '../../care/counseling/counselor-bookings/counselor-bookings.ts';
import { countTherapyRequests } from '../../care/counseling/therapy-requests/therapy-requests.ts';
import { countMissed, countStopped } from '../../delivery/deliveries/figures/figures.ts';
import { countHolds } from '../../delivery/deliveries/holds/holds.ts';
import { findHeldUp } from '../../delivery/deliveries/plan/plan.ts';
import { countPhysicalItems } from '../../keepsakes/physical-items/physical-items.ts';
import { countStorageRequests } from '../../keepsakes/physical-items/storage-requests/storage-requests.ts';
import { countForReview } from '../../memories/memories/memories.ts';
import { countFailedMails } from '../../outbox/messages/mails/figures/figures.ts';
import { countGiftOrders } from '../../store/gifts/gifts.ts';
import type { CountQueue } from '../../system/changes/changes.ts';

/** Memories that wait for a review, and whether a delivery waits with them. */
const countReviews: CountQueue = async (services, viewer) => {
  const [queue, heldUp] = await Promise.all([countForReview(services, viewer), findHeldUp(services.db)]);
  if (heldUp.memories === 0) return queue;
  const when = heldUp.nextDueAt ? ` on ${formatDate(heldUp.nextDueAt, viewer.timezone)}` : '';
  const detail =
    heldUp.memories === 1
      ? `1 holds up a delivery${when}`
      : `${heldUp.memories} hold up deliveries${when && `, the next${when}`}`;
  return { ...queue, detail };
};

const queues: Record<StaffQueueName, CountQueue> = {
  holds: countHolds,
  'death-reports': countDeathReports,
  'life-changes': countLifeChanges,
  'address-changes': countAddressChanges,
  deliveries: countStopped,
  memories: countReviews,
  'counselor-bookings': countBookings,
  'therapy-requests': countTherapyRequests,
  'physical-items': countPhysicalItems,
  'storage-requests': countStorageRequests,
  'gift-orders': countGiftOrders,
  refunds: countOwedRefunds,
  disputes: countDisputes,
  arrears: countPastDue,
  'payment-notices': countFailedNotices,
  mails: countFailedMails,
};

/** Each staff queue, and whether what is due today has gone out, which `findMissed` knows for each time zone. */
export async function readOverview(
  services: Pick<Services, 'db' | 'clock'>,
  viewer: { timezone: string },
  findMissed: (timezone: string) => Promise<number>,
): Promise<z.output<typeof StaffOverview>> {
  const [counts, missedToday] = await Promise.all([
    Promise.all(
      staffQueues.map(async (name) => ({ name, detail: null, ...(await queues[name](services, viewer)) })),
    ),
    findMissed(viewer.timezone),
  ]);
  return { queues: counts, missedToday };
}

/** Deliveries due today, in `timezone`, that have not gone out. Reads all of today's. */
export function countMissedToday(
  services: Pick<Services, 'db' | 'clock'>,
  timezone: string,
): Promise<number> {
  const today = wallClockAt(services.clock.now(), timezone);
  return countMissed(services, instantOf({ ...today, localTime: '00:00' }));
}
