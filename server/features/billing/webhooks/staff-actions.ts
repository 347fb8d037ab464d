import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type {
  StaffNoticeAct,
  StaffPaymentNoticeList,
  StaffPaymentNoticeQuery,
} from '../../../../shared/billing/staff-payment-notices.ts';
import { applyPaymentNotice } from '../../../job-list.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/database.ts';
import { AppError, requireFound } from '../../../platform/errors.ts';
import { isAfterPage } from '../../../platform/paging.ts';
import { record } from '../../system/audit/audit.ts';
import { announceToStaff, type CountQueue } from '../../system/changes/changes.ts';
import { paymentNotices } from './webhooks.table.ts';

const hasFailed = and(
  isNull(paymentNotices.appliedAt),
  isNull(paymentNotices.setAsideAt),
  gt(paymentNotices.failures, 0),
);

/** Events that could not be applied, oldest first. The timer retries them automatically. */
export async function listFailedNotices(
  { db }: Pick<Services, 'db'>,
  { limit, ...before }: StaffPaymentNoticeQuery,
): Promise<z.output<typeof StaffPaymentNoticeList>> {
  const rows = await db
    .select()
    .from(paymentNotices)
    .where(and(hasFailed, isAfterPage(before, [paymentNotices.receivedAt, paymentNotices.id])))
    .orderBy(asc(paymentNotices.receivedAt), asc(paymentNotices.id))
    .limit(limit + 1);
  const page = rows.slice(0, limit).map(({ paymentId, subscriptionId, chargeId, ...row }) => ({
    ...row,
    about: paymentId ?? subscriptionId ?? chargeId,
  }));
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { notices: page, next: last ? { afterSince: last.receivedAt, after: last.id } : null };
}

type Act = z.output<typeof StaffNoticeAct> & {
  noticeId: string;
  /** The id of the member of staff. */
  actor: string;
};

/** `try-again`: a job applies it now. `set-aside`: it is never applied. 404; 409 if it was applied or tried meanwhile. */
export function actOnNotice(
  { db, clock, jobs }: Services,
  name: 'try-again' | 'set-aside',
  { noticeId, actor, reason, seen }: Act,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const mine = eq(paymentNotices.id, noticeId);
    const [row] = await tx.select().from(paymentNotices).where(mine).for('update');
    const { appliedAt, setAsideAt, failures, type } = requireFound(row, 'This event');
    if (appliedAt || setAsideAt)
      throw new AppError('conflict', appliedAt ? 'It has been applied' : 'It was already set aside');
    if (failures !== seen.failures)
      throw new AppError('conflict', 'This event was tried while you looked at it. Nothing was done.', {
        fields: { failures: failures === 1 ? 'It has failed once' : `It has failed ${failures} times` },
      });
    if (name === 'try-again') await jobs.enqueue(tx, applyPaymentNotice, [{ noticeId }]);
    else await tx.update(paymentNotices).set({ setAsideAt: clock.now() }).where(mine);
    await record(tx, clock.now(), {
      action: name === 'try-again' ? 'payment-notice.tried-again' : 'payment-notice.set-aside',
      actor,
      reason,
      details: { notice: noticeId, type, failures },
    });
    await announceToStaff(tx);
  });
}

const lateMinutes = 60;

/** Events that failed, since when, and how many arrived more than an hour ago. */
export const countFailedNotices: CountQueue = async ({ db, clock }) => {
  const isLate = lte(paymentNotices.receivedAt, minutesAfter(clock.now(), -lateMinutes));
  const [failed] = await db
    .select({
      count: sql<number>`count(*)::int`,
      oldest: sql`min(${paymentNotices.receivedAt})`.mapWith(paymentNotices.receivedAt),
      late: sql<number>`(count(*) filter (where ${isLate}))::int`,
    })
    .from(paymentNotices)
    .where(hasFailed);
  return { count: 0, oldest: null, late: 0, ...failed };
};
