import type { z } from 'zod';
import type { deliver, resumeAfterPayment as resumeAfterPaymentJob } from '../../../job-list.ts';
import type { Services } from '../../../platform/context.ts';
import type { JobHandler } from '../../../platform/jobs.ts';
import { openLinkIfDue } from '../../billing/past-due/past-due.ts';
import { deliverBatch } from './send/deliver-batch.ts';
import { resumeAfterPayment } from './start/resume-after-payment.ts';

export const deliverHandler =
  (services: Services): JobHandler<z.output<typeof deliver.payload>> =>
  ({ deliveryIds }) =>
    deliverBatch(services, deliveryIds);

export const resumeAfterPaymentHandler =
  (services: Services): JobHandler<z.output<typeof resumeAfterPaymentJob.payload>> =>
  async ({ userId }) => {
    await resumeAfterPayment(services, userId);
    await openLinkIfDue(services, userId);
  };
