import { z } from 'zod';
import { Id, Instant } from '../values.ts';

/** A browser that is signed in to the account. */
export const Session = z.object({
  id: Id,
  /** Such as "Firefox on Windows". */
  device: z.string(),
  createdAt: Instant,
  lastUsedAt: Instant,
  /** The session that makes this request. */
  current: z.boolean(),
});
export type Session = z.input<typeof Session>;

export const SessionList = z.array(Session);
