import { z } from 'zod';
import { memoryTypes } from '../memory-types.ts';
import { CalendarDay, EmailAddress, Id, Instant, optionalLine } from '../values.ts';

const guardianAnswers = ['come', 'not_yet'] as const;
export type GuardianAnswer = (typeof guardianAnswers)[number];

/** When somebody who has said "not yet" is asked again. If they are not, it comes once the child has reached the age. */
const askAgainChoices = ['three_months', 'next_birthday', 'never'] as const;
export type AskAgain = (typeof askAgainChoices)[number];

/** A guardian is told this many days before something for a child is due. */
export const guardianNoticeDays = 30;

/** After a death nothing is sent to a child before their guardian has had this many days, or has said yes. */
export const guardianDaysAfterDeath = 7;

export const GuardianParams = z.object({ token: z.string().regex(/^[\w-]{43}$/) });

/** What comes to the child at one instant: never a title, a length or any of the content. */
const Moment = z.object({
  /** The ids of the questions, one for each memory. */
  ids: z.array(Id),
  kinds: z.array(z.enum(memoryTypes)),
  /** When it is due or, if later, when the guardian's days after a death end. */
  comesAt: Instant,
  /** The same in the time zone of the person who left it. */
  comesOn: CalendarDay,
  comesAtTime: z.string(),
  timezone: z.string(),
  /** If it comes on a birthday, the child's age then. */
  birthday: z.number().int().nullable(),
  /** Its day is over, and it waits. */
  isDue: z.boolean(),
  byPost: z.boolean(),
  answer: z.enum(guardianAnswers).nullable(),
  askAgainOn: CalendarDay.nullable(),
  /** The days that can be chosen with "not yet"; null if it is not before the end of the guardian's say. */
  askAgain: z.object({ three_months: CalendarDay.nullable(), next_birthday: CalendarDay.nullable() }),
});

export const GuardianPage = z.object({
  ownerFirstName: z.string(),
  guardianFirstName: z.string(),
  childFirstName: z.string(),
  /** In the owner's time zone. */
  today: CalendarDay,
  childAge: z.number().int(),
  untilAge: z.number().int(),
  /** The birthday on which the guardian's say ends. */
  endsOn: CalendarDay,
  isOver: z.boolean(),
  ownerHasDied: z.boolean(),
  /** In order of time; empty once the guardian has no say. */
  moments: z.array(Moment),
  /** Whether we have an address for the child, or the guardian gave one that nobody has agreed to yet. Nothing is sent to the guardian instead. */
  address: z.enum(['known', 'missing', 'asked']),
});
export type GuardianPage = z.input<typeof GuardianPage>;
export type GuardianMoment = GuardianPage['moments'][number];

export const GuardianAnswerForm = z
  .object({
    ids: z.array(Id).min(1).max(500),
    answer: z.enum(guardianAnswers),
    askAgain: z.enum(askAgainChoices).optional(),
  })
  .refine(({ answer, askAgain }) => answer === 'come' || askAgain !== undefined, {
    path: ['askAgain'],
    message: 'Please choose when we should ask you again',
  });
export type GuardianAnswerForm = z.output<typeof GuardianAnswerForm>;

/** Where the child can be reached. */
export const GuardianAddressForm = z
  .object({
    email: z.union([z.literal('').transform(() => null), EmailAddress]).nullish(),
    phone: optionalLine(40),
  })
  .refine(({ email, phone }) => Boolean(email || phone), {
    path: ['email'],
    message: 'Please enter an email address or a phone number',
  });
export type GuardianAddressForm = z.output<typeof GuardianAddressForm>;
