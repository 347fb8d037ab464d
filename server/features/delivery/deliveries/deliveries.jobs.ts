import type { z } from 'zod';
import type { deliver, resumeAfterPayment } from '../../../job-list.ts';
import type { Services } from '../../../platform/context.ts';
import type { JobHandler } from '../../../platform/jobs.ts';
import { deliverBatch } from './deliver-batch.ts';

export const deliverHandler =
  (services: Services): JobHandler<z.output<typeof deliver.payload>> =>
  ({ deliveryIds }) =>
    deliverBatch(services, deliveryIds);

/** Lets go what waited until its owner's plan is paid: nothing waits for that yet. */
export const resumeAfterPaymentHandler =
  ({ log }: Pick<Services, 'log'>): JobHandler<z.output<typeof resumeAfterPayment.payload>> =>
  async ({ userId }) =>
    log.debug({ userId }, 'a plan was paid');
