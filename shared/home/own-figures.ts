import { z } from 'zod';
import { KeptFiles } from '../system/kept-files.ts';
import { CalendarDay, Id, Instant } from '../values.ts';

// GET /api/user/figures

/** What `/how-we-keep-it` describes, for one account at this moment. */
export const OwnFigures = z.object({
  timezone: z.string(),
  files: KeptFiles,
  memories: z.number().int(),
  letters: z.number().int(),
  /** How many of the memories staff have opened, and when they last did. */
  opened: z.object({ memories: z.number().int(), lastAt: Instant.nullable() }),
  /** If somebody told us today that the owner has died, and sent the proof: when the first of what waits for that could go out. */
  firstDay: CalendarDay,
  /** First names of those who know how to tell us. */
  tellers: z.array(z.string()),
  /** Reports of their death that have come in. */
  reports: z.object({ count: z.number().int(), lastAt: Instant.nullable() }),
  payment: z.object({
    isFree: z.boolean(),
    /** Null if the plan is free or has no end. */
    paidThrough: Instant.nullable(),
    /** In dollars; 0 while nothing is due. */
    due: z.number(),
  }),
  /** The living people in their address book, and those who cannot be reached as things stand. */
  people: z.object({
    count: z.number().int(),
    unreachable: z.array(z.object({ id: Id, firstName: z.string() })),
  }),
});
export type OwnFigures = z.input<typeof OwnFigures>;
