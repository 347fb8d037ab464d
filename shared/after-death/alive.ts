import { z } from 'zod';
import { Instant } from '../values.ts';

/**
 * What an owner learns about a report of their death, through a link that others may have too. In the first four states their answer
 * changes something.
 *
 * `waiting`: nobody has verified it. `window`: it is verified, and they can object. `looking`: somebody else stopped it.
 * `released`: what they left goes out. `too_late`: the same, and they have answered. `stopped`: they have answered, and staff look
 * into it. `closed`: they answered before it was verified. `rejected`, `revoked`: by staff.
 */
const aliveStates = [
  'waiting',
  'window',
  'looking',
  'released',
  'too_late',
  'stopped',
  'closed',
  'rejected',
  'revoked',
] as const;
export type AliveState = (typeof aliveStates)[number];

/** Without sign-in: no names and no titles. How much has gone out is shown only after somebody has answered, which staff are told about. */
export const AliveStanding = z.object({
  firstName: z.string(),
  reportedAt: Instant,
  state: z.enum(aliveStates),
  endsAt: Instant.nullable(),
  /** When the owner answered, and how. */
  answeredAt: Instant.nullable(),
  answeredBy: z.enum(['sign_in', 'alive_link', 'printed_code']).nullable(),
  /** Only with `too_late`. */
  gone: z.object({ memories: z.number(), people: z.number() }).nullable(),
  /** Whether this request has changed anything. */
  changed: z.boolean(),
});
export type AliveStanding = z.input<typeof AliveStanding>;

export const MistakenReport = z.object({
  reportedAt: Instant,
  /** What ended it: a sign-in, another answer of theirs, or staff who undid a release. */
  ended: z.enum(['sign_in', 'answered', 'revoked']),
  /** Whether anything had gone out before the release was undone. */
  hasGone: z.boolean(),
});

/** `GET /api/user/mistaken-report`; `DELETE` dismisses it. Null if there is none, or it was dismissed. */
export const MistakenReportAnswer = z.object({ report: MistakenReport.nullable() });
export type MistakenReportAnswer = z.input<typeof MistakenReportAnswer>;
