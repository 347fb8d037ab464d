import { z } from 'zod';
import { Id, Instant } from '../values.ts';

const handoverSteps = [
  'received',
  'receipt_undone',
  'put_away',
  'sent_back',
  'sent_to_recipient',
  'came_back',
  'returned',
  'delivered',
  'lost',
  'not_lost',
] as const;
export type HandoverStep = (typeof handoverSteps)[number];

/** One link of the chain of custody. */
export const ItemHandover = z.object({
  id: Id,
  step: z.enum(handoverSteps),
  at: Instant,
  from: z.string(),
  to: z.string(),
  /** The name of the member of staff. */
  byName: z.string(),
  sealNumber: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  photoUrl: z.string().nullable(),
});
export type ItemHandover = z.input<typeof ItemHandover>;
