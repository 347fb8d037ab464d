import { z } from 'zod';
import { Instant } from '../values.ts';

export const exportAvailableHours = 24;
/** For so long after the password was given again, an export can be fetched in that session. */
export const exportUnlockedMinutes = 10;

export const ExportState = z.object({
  status: z.enum(['none', 'preparing', 'ready', 'failed']),
  /** How far it is, 0 to 100. */
  percent: z.number().int(),
  requestedAt: Instant.nullable(),
  /** Until when it can be fetched. */
  availableUntil: Instant.nullable(),
  sizeBytes: z.number().int().nullable(),
});
export type ExportState = z.input<typeof ExportState>;

/** Where the file is, for the browser that gave the password, for a few minutes. */
export const ExportAddress = z.object({ url: z.string(), unlockedUntil: Instant });
export type ExportAddress = z.input<typeof ExportAddress>;
