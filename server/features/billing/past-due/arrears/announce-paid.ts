import { resumeAfterPayment } from '../../../../job-list.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { announce } from '../../../../platform/events.ts';

/**
 * Lets what waits for the payment of this owner's plan go, within seconds, and tells their open pages. Call it wherever it may have
 * become paid.
 */
export async function announcePaid(tx: Tx, { jobs }: Pick<Services, 'jobs'>, userId: string): Promise<void> {
  await jobs.enqueue(tx, resumeAfterPayment, [{ userId }]);
  await announce(tx, userId, ['stats']);
}
