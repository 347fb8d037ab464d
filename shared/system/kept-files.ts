import { z } from 'zod';
import { Instant } from '../values.ts';

// GET /api/user/files

/** The condition of the files a person left here: originals of memories and pictures of items, not what we derived from them. */
export const KeptFiles = z.object({
  files: z.number().int(),
  bytes: z.number(),
  /** How many of them are undamaged, as far as we know. */
  whole: z.number().int(),
  /** When the least recently checked one was checked; null before the first check of all. */
  checkedAt: Instant.nullable(),
});
export type KeptFiles = z.input<typeof KeptFiles>;
