import type { Tx } from '../../../platform/database.ts';
import { announce } from '../../../platform/events.ts';

/** The audience that the event streams of all staff listen to, besides their own changes. */
export const staffAudience = 'staff';

/**
 * Tells every open staff console, once `tx` commits, that one of its queues has changed. To be called by whatever brings a
 * record into a queue, changes it there or takes it out; never on the way of a delivery that goes well.
 */
export function announceToStaff(tx: Tx): Promise<void> {
  return announce(tx, staffAudience, ['staff']);
}
