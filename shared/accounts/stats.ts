import { z } from 'zod';
import { Instant } from '../values.ts';
import { PlanKey } from './accounts.ts';

export const UserStats = z.object({
  photoCount: z.number().int(),
  videoCount: z.number().int(),
  audioCount: z.number().int(),
  letterCount: z.number().int(),
  /** Schedules not yet delivered. */
  scheduledDeliveries: z.number().int(),
  physicalItemsCount: z.number().int(),
  /** Including those that were handed over or sent back: their history stays readable on every plan. */
  physicalItemsEver: z.number().int(),
  /** In the current calendar year of the owner's time zone, delivered or not: this is what the plan's limit counts. */
  deliveryDatesThisYear: z.number().int(),
  /** The plan whose limits apply: the free one while theirs is not paid. */
  planInForce: PlanKey,
  /** Since when their plan is unpaid; null while it is paid. */
  unpaidSince: Instant.nullable(),
});

export type UserStats = z.input<typeof UserStats>;

/** The fields of `UserStats` that are counts. */
export type CountName = Exclude<keyof UserStats, 'planInForce' | 'unpaidSince'>;
