import { and, asc, isNotNull, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { payRefund as payRefundJob } from '../../../../job-list.ts';
import type { Services } from '../../../../platform/context.ts';
import { requeueLost } from '../../../../platform/jobs.ts';
import { payRefund } from './pay-refund.ts';
import { refunds } from './refunds.table.ts';

const batchSize = 500;

export function payRefundHandler(services: Services) {
  return ({ refundId }: z.output<typeof payRefundJob.payload>) => payRefund(services, refundId);
}

/** Timer: refunds that were begun and whose job was lost, or gave up while the provider was away. */
export async function sweepRefunds(services: Services): Promise<void> {
  const isOpen = and(isNotNull(refunds.startedAt), isNull(refunds.givenBackAt), isNull(refunds.refusedAt));
  await requeueLost(services, payRefundJob, (db, isLost) =>
    db
      .select({ refundId: refunds.id })
      .from(refunds)
      .where(and(isOpen, isLost(refunds.id)))
      .orderBy(asc(refunds.startedAt))
      .limit(batchSize),
  );
}
