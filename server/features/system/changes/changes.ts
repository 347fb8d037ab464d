import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { announce } from '../../../platform/events.ts';

/** The audience that the event streams of all staff listen to, besides their own changes. */
export const staffAudience = 'staff';

/**
 * Tells every open staff console, once `tx` commits, that a queue has changed. Call it wherever a record enters a
 * queue, changes in it or leaves it; never in the course of a successful delivery.
 */
export function announceToStaff(tx: Tx): Promise<void> {
  return announce(tx, staffAudience, ['staff']);
}

/** What waits for staff in one queue. */
export interface QueueCount {
  count: number;
  /** Since when the oldest has been waiting. */
  oldest: Date | null;
  /** How many have been waiting for longer than they should. */
  late: number;
  /** Half a sentence about them for the overview, such as `4 no address, 1 given up`. */
  detail?: string | null;
}

/**
 * Counts a queue for the staff overview, for a viewer in `timezone`. It runs whenever a queue changes, so it must use
 * an index of what waits and be quick however many finished records there are.
 */
export type CountQueue = (
  services: Pick<Services, 'db' | 'clock'>,
  viewer: { timezone: string },
) => Promise<QueueCount>;
