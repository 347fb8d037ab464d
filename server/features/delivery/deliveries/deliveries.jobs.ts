import type { z } from 'zod';
import type { askForAddress, confirmDelivery, deliver } from '../../../job-list.ts';
import type { Services } from '../../../platform/context.ts';
import type { JobHandler } from '../../../platform/jobs.ts';
import { deliverBatch } from './deliver-batch.ts';
import { askOwnerForAddress, tellOwnersOfDeliveries } from './owner-messages.ts';

export const deliverHandler =
  (services: Services): JobHandler<z.output<typeof deliver.payload>> =>
  ({ deliveryIds }) =>
    deliverBatch(services, deliveryIds);

export const confirmDeliveryHandler =
  (services: Services): JobHandler<z.output<typeof confirmDelivery.payload>> =>
  ({ scheduleIds }) =>
    tellOwnersOfDeliveries(services, scheduleIds);

export const askForAddressHandler =
  (services: Services): JobHandler<z.output<typeof askForAddress.payload>> =>
  ({ deliveryId }) =>
    askOwnerForAddress(services, deliveryId);

/** Called at a steady beat: an owner is asked also where the job that asks was lost. */
export { askForgottenOwners } from './forgotten-questions.ts';
