import { formatDate } from '../../../../shared/dates.ts';
import { findHeldUp } from '../../delivery/deliveries/plan/plan.ts';
import { countForReview } from '../../memories/memories/memories.ts';
import type { CountQueue } from '../../system/changes/changes.ts';

/** Memories that wait for a review, and whether a delivery waits with them. */
export const countReviews: CountQueue = async (services, viewer) => {
  const [queue, heldUp] = await Promise.all([countForReview(services, viewer), findHeldUp(services.db)]);
  if (heldUp.memories === 0) return queue;
  const when = heldUp.nextDueAt ? ` on ${formatDate(heldUp.nextDueAt, viewer.timezone)}` : '';
  const detail =
    heldUp.memories === 1
      ? `1 holds up a delivery${when}`
      : `${heldUp.memories} hold up deliveries${when && `, the next${when}`}`;
  return { ...queue, detail };
};
