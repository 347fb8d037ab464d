import type { z } from 'zod';
import { longestExtensionMonths, type StaffExtension } from '../../../../shared/billing/past-due.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/database.ts';
import { AppError, fieldError } from '../../../platform/errors.ts';
import { monthsAfter } from '../../../platform/local-time.ts';
import type { RequireMayActOn } from '../../accounts/auth/staff/staff.ts';
import { lockOwner, updateUser } from '../../accounts/profile/profile.ts';
import { record } from '../../system/audit/audit.ts';
import { announceToStaff } from '../../system/changes/changes.ts';
import { announcePaid } from '../subscriptions/standing/standing.ts';

interface Act {
  userId: string;
  /** The id of the member of staff. */
  actor: string;
}

/**
 * Makes a plan count as paid until the end of a day, without a payment, and resumes what waits for it. 400 for a day in the
 * past, before what is paid, or more than a year ahead; 404; 409 if there is no plan that ends, if it was paid meanwhile, or for whoever gains by it.
 */
export function extendPlan(
  services: Services,
  requireMayActOn: RequireMayActOn,
  { userId, actor, reason, until, seen }: z.output<typeof StaffExtension> & Act,
): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    const now = services.clock.now();
    const { subscriptionPlan, paidThrough: before } = await lockOwner(tx, userId);
    await requireMayActOn(tx, actor, userId);
    if (subscriptionPlan === 'free' || !before)
      throw new AppError('conflict', 'This account has no plan that ends');
    if (before.getTime() !== seen.paidThrough.getTime())
      throw new AppError('conflict', 'This account changed while you were looking at it. Nothing was done.', {
        fields: { paidThrough: `It is paid until ${before.toISOString().slice(0, 10)} now` },
      });
    const paidThrough = new Date(`${until}T23:59:59.000Z`);
    if (paidThrough <= now || paidThrough <= before)
      throw fieldError(
        'until',
        'Please choose a day that is still to come, after the one until which it is paid',
      );
    if (paidThrough > monthsAfter(now, longestExtensionMonths))
      throw fieldError('until', 'Please choose a day within the next twelve months');
    await updateUser(tx, services, userId, { paidThrough, lapsePausedSeconds: 0 });
    await record(tx, now, {
      action: 'subscription.extended-by-staff',
      actor,
      userId,
      subjectId: userId,
      reason,
      before: { paidThrough: before.toISOString() },
      after: { paidThrough: paidThrough.toISOString() },
    });
    await announcePaid(tx, services, userId);
    await announceToStaff(tx);
  });
}
