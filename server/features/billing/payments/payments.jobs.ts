import { and, asc, isNotNull, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { type closePaymentPage, payRefund as payRefundJob } from '../../../job-list.ts';
import type { Services } from '../../../platform/context.ts';
import { requeueLost } from '../../../platform/jobs.ts';
import { settleMissedCheckouts } from './payment-events/settle-missed.ts';
import { payRefund } from './refunds/pay-refund.ts';
import { refunds } from './refunds/refunds.table.ts';

/** If the job is lost, the page stays open until it expires; a payment on it is then refunded. */
export function closePaymentPageHandler({ payments }: Pick<Services, 'payments'>) {
  return ({ paymentId }: z.output<typeof closePaymentPage.payload>) => payments.close(paymentId);
}

/** Timer: looks up payments whose event never arrived. */
export const sweepMissedPayments = settleMissedCheckouts;

const batchSize = 500;

export function payRefundHandler(services: Services) {
  return ({ refundId }: z.output<typeof payRefundJob.payload>) => payRefund(services, refundId);
}

/** Timer: makes refunds whose job was lost, or gave up while the provider was down. */
export async function sweepRefunds(services: Services): Promise<void> {
  const isOpen = and(isNotNull(refunds.startedAt), isNull(refunds.givenBackAt), isNull(refunds.refusedAt));
  await requeueLost(services, payRefundJob, (db, isLost) =>
    db
      .select({ refundId: refunds.id })
      .from(refunds)
      .where(and(isOpen, isLost(refunds.id)))
      .orderBy(asc(refunds.startedAt), asc(refunds.id))
      .limit(batchSize),
  );
}
