import { z } from 'zod';
import { Instant } from '../values.ts';

/** What became of the files that somebody left here: originals of memories and pictures of items, not what we made of them. */
export const KeptFiles = z.object({
  files: z.number().int(),
  /** How many of them are what was left, as far as we know. */
  whole: z.number().int(),
  /** When the one was last read to its end that waits longest; null before the first time. */
  checkedAt: Instant.nullable(),
});
export type KeptFiles = z.input<typeof KeptFiles>;
