import { z } from 'zod';
import { Id, Instant } from '../values.ts';

/** Whom a memory has been given to, and whom it is still to reach. */
export const MemoryReach = z.object({
  /** They keep what they were sent, whatever becomes of the memory. */
  received: z.array(
    z.object({
      name: z.string(),
      /** Null while it is being sent, or where nobody knows whether it arrived. */
      deliveredAt: Instant.nullable(),
    }),
  ),
  /** Nobody here has been sent anything: they get the memory as it is then. */
  upcoming: z.array(
    z.object({
      scheduleId: Id,
      recipients: z.array(z.string()),
      deliveryDate: Instant,
      timezone: z.string(),
      afterDeath: z.boolean(),
      /** Where it is for after a death: not before this many days later. */
      releaseDays: z.number().nullable(),
    }),
  ),
});
export type MemoryReach = z.input<typeof MemoryReach>;
