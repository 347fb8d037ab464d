import type { z } from 'zod';
import type { deliver } from '../../../job-list.ts';
import type { Services } from '../../../platform/context.ts';
import type { JobHandler } from '../../../platform/jobs.ts';
import { deliverBatch } from './deliver-batch.ts';

export const deliverHandler =
  (services: Services): JobHandler<z.output<typeof deliver.payload>> =>
  ({ deliveryIds }) =>
    deliverBatch(services, deliveryIds);
