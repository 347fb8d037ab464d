import { z } from 'zod';
import { MemoryType } from '../memories/memories.ts';
import { CalendarDay, Id } from '../values.ts';

/** The page for deciding it: a view of the rehearsal, so that the app needs no additional screen. */
export const handOverPath = '/rehearsal?as=later';

// What an owner does with what would come after the last day of the service. GET, POST, DELETE /api/hand-over

export const LaterDelivery = z.object({
  scheduleId: Id,
  memoryId: Id,
  title: z.string(),
  type: MemoryType,
  /** First names. */
  recipients: z.array(z.string()),
  /** The day for which it was planned; null if it waits for the owner's death. */
  plannedFor: CalendarDay.nullable(),
  /** Whether it is delivered on the last day. */
  isHandedOver: z.boolean(),
});
export type LaterDelivery = z.input<typeof LaterDelivery>;

export const HandOver = z.object({
  /** Null while no end is announced. */
  lastDay: CalendarDay.nullable(),
  later: z.array(LaterDelivery),
});
export type HandOver = z.input<typeof HandOver>;

export const handOverMaxItems = 1_000;

export const HandOverForm = z.object({ scheduleIds: z.array(Id).min(1).max(handOverMaxItems) });
export type HandOverForm = z.input<typeof HandOverForm>;
