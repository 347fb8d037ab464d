import { z } from 'zod';
import { Instant } from '../values.ts';

export const exportAvailableHours = 24;
/** For how many minutes the session that entered the password again may download the export. */
export const exportUnlockedMinutes = 10;

export const ExportState = z.object({
  status: z.enum(['none', 'preparing', 'ready', 'failed']),
  /** Progress, 0 to 100. */
  percent: z.number().int(),
  requestedAt: Instant.nullable(),
  /** Until when it can be downloaded. */
  availableUntil: Instant.nullable(),
  sizeBytes: z.number().int().nullable(),
  /** How many of its files are missing or differ from what was saved. A text in it names them. */
  brokenFiles: z.number().int(),
  /** Whether this session entered the password recently enough to download without entering it again. */
  isUnlocked: z.boolean(),
});
export type ExportState = z.input<typeof ExportState>;

/** Where to download the file. Valid for a few minutes, and only in the session that entered the password. */
export const ExportAddress = z.object({ url: z.string(), unlockedUntil: Instant });
export type ExportAddress = z.input<typeof ExportAddress>;
