import { z } from 'zod';
import { Id, Instant } from '../values.ts';

/** To whom a memory has been given, and whom it is still to reach. */
export const MemoryReach = z.object({
  /** They keep what they were sent, whatever becomes of the memory. */
  received: z.array(
    z.object({
      name: z.string(),
      /** Null while it is being sent, or if nobody knows whether it arrived. */
      deliveredAt: Instant.nullable(),
    }),
  ),
  /** These people have not been sent anything: they get the memory as it is then. */
  upcoming: z.array(
    z.object({
      scheduleId: Id,
      recipients: z.array(z.string()),
      deliveryDate: Instant,
      timezone: z.string(),
      afterDeath: z.boolean(),
      /** If it is for after a death: not before this many days later. */
      releaseDays: z.number().nullable(),
    }),
  ),
});
export type MemoryReach = z.input<typeof MemoryReach>;
