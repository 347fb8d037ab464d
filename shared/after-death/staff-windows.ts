import { z } from 'zod';
import { Instant } from '../values.ts';
import { TrustedAnswer } from './trusted-access.ts';

/** The objection window as staff see it. What would go out is counted, never named. */
export const StaffWindow = z.object({
  beganAt: Instant,
  endsAt: Instant,
  nextAsks: z.array(Instant),
  /** How they were asked in this window, by address; `ending` is the end of a phone number. */
  channels: z.array(
    z.object({
      channel: z.enum(['email', 'second_email', 'earlier_email', 'text']),
      ending: z.string().nullable(),
      asks: z.array(z.object({ at: Instant, state: z.enum(['arrived', 'not_yet', 'refused']) })),
    }),
  ),
  contacts: z.array(
    z.object({ name: z.string(), toldAt: Instant.nullable(), answer: TrustedAnswer.nullable() }),
  ),
  goesOut: z.object({
    deliveries: z.number(),
    people: z.number(),
    byEmail: z.number(),
    byText: z.number(),
    byPost: z.number(),
    withoutAddress: z.number(),
    later: z.number(),
    inQuietDays: z.number(),
  }),
});
export type StaffWindow = z.input<typeof StaffWindow>;

/** Null once it is over, since a page may ask a moment too late. */
export const StaffWindowAnswer = z.object({ window: StaffWindow.nullable() });
export type StaffWindowAnswer = z.input<typeof StaffWindowAnswer>;
