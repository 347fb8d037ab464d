import { z } from 'zod';
import { Instant } from '../values.ts';

export const exportAvailableHours = 24;
/** How long the session that entered the password again may download the export. */
export const exportUnlockedMinutes = 10;

export const ExportState = z.object({
  status: z.enum(['none', 'preparing', 'ready', 'failed']),
  /** Progress, 0 to 100. */
  percent: z.number().int(),
  requestedAt: Instant.nullable(),
  /** Until when it can be downloaded. */
  availableUntil: Instant.nullable(),
  sizeBytes: z.number().int().nullable(),
  /** How many files in it are missing or not what was saved. A text in it names them. */
  brokenFiles: z.number().int(),
  /** Whether this session entered the password recently enough to download without entering it again. */
  isUnlocked: z.boolean(),
});
export type ExportState = z.input<typeof ExportState>;

/** Where to download the file. Valid for a few minutes, and only in the session that entered the password. */
export const ExportAddress = z.object({ url: z.string(), unlockedUntil: Instant });
export type ExportAddress = z.input<typeof ExportAddress>;

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
