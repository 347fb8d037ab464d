import { z } from 'zod';
import { KeptFiles } from '../system/kept-files.ts';
import { Instant } from '../values.ts';

// What is owed, until when it is paid for, and what is kept: only counts and years. GET /api/admin/overview/promises

const Year = z.number().int();

export const StaffPromises = z.object({
  now: Instant,
  /** Deliveries that have not reached anybody, by the year in which they fall due; null for those that wait for a death. */
  owed: z.array(
    z.object({
      year: Year.nullable(),
      deliveries: z.number().int(),
      /** Within the years that their owner's plan guarantees: after the death, or from today. */
      guaranteed: z.number().int(),
    }),
  ),
  paidThrough: z.object({
    years: z.array(z.object({ year: Year, accounts: z.number().int() })),
    withoutEnd: z.number().int(),
    inArrears: z.number().int(),
    free: z.number().int(),
  }),
  /** Original files, and whether each is also kept in a second store. */
  files: KeptFiles.extend({ hasSecondStore: z.boolean() }),
});
export type StaffPromises = z.input<typeof StaffPromises>;
