import { z } from 'zod';
import { memoryTypes } from '../memory-types.ts';
import { channels } from '../outbox/channels.ts';
import { planKeys } from '../plans.ts';
import { CalendarDay, Id, Instant } from '../values.ts';
import { waitingReasons } from './waiting-reasons.ts';

// What would happen, and what is missing. Nothing is sent, and nobody is told.
//
//   GET  /api/rehearsal?as=death|years&whole=true|false
//   POST /api/rehearsal/send    { scheduleId, recipientId } 202: what they would get, to the owner's own address

/** `death`: if the owner died today. `years`: while they are alive, and what waits for their death. */
export const RehearsalQuery = z.object({
  as: z.enum(['death', 'years']).default('death'),
  /** All lines; otherwise the first `linesAtFirst`. */
  whole: z.enum(['true', 'false']).default('false'),
});

/** Few owners plan more, and nobody would read a page with more lines to its end. */
export const linesAtFirst = 100;

/** In the order in which they are listed: first what prevents something from reaching somebody. */
export const gapKinds = [
  /** Neither email nor phone, a phone number if no text messages can be sent, or no mailing address for what goes by post. */
  'no_address',
  'only_phone',
  'no_mailing_address',
  /** Mail came back, or somebody there said that it is not for them. */
  'address_does_not_work',
  /** We tried for a week, or its file is damaged. */
  'failed',
  'arrears',
  'not_approved',
  /** A trusted contact, a guardian or staff asked us to wait. */
  'held',
  /** A physical item that is meant for somebody, and has not arrived at our place. */
  'item_not_here',
  /** Something is due for a child, and nobody has a say in it. */
  'no_guardian',
  /** They were reached at another of their addresses. */
  'first_address_failed',
  'after_guarantee',
  /** The owner has not checked some addresses for a year. */
  'addresses_unchecked',
  'no_contact',
  'one_contact',
  /** The only trusted contacts cannot be told about their role. */
  'contact_not_told',
  /** Memories that nobody would ever get. */
  'no_day',
] as const;
export type GapKind = (typeof gapKinds)[number];

const Person = z.object({ id: Id, firstName: z.string() });
const Titled = z.object({ id: Id, title: z.string() });

export const RehearsalGap = z.object({
  kind: z.enum(gapKinds),
  /** Whom it concerns; empty if it concerns no one in particular. */
  people: z.array(Person),
  /** Titles of the memories or physical items that it concerns, at most a few of them. */
  things: z.array(Titled),
  /** How many of these there are in all. */
  thingCount: z.number().int(),
  /** How many deliveries, memories or items it concerns. */
  count: z.number().int(),
  /** When the first of them is due; null if it has no day. */
  due: Instant.nullable(),
  /** What has to be paid, in dollars. */
  amount: z.number().nullable(),
  /** Where it can be fixed. */
  href: z.string(),
});
export type RehearsalGap = z.input<typeof RehearsalGap>;

/** Why something would wait, besides the reasons for which a delivery waits. */
const rehearsalReasons = [
  ...waitingReasons,
  'failed',
  'only_phone',
  'no_mailing_address',
  'item_not_here',
] as const;

/** What one person receives at one moment, or every year. */
export const RehearsalLine = z.object({
  scheduleId: Id.nullable(),
  seriesId: Id.nullable(),
  recipient: Person,
  /** A memory or, if `type` is null, a physical item. */
  thing: Titled.extend({ type: z.enum(memoryTypes).nullable() }),
  /** When it falls due, the first time if there are several; null if it waits for the owner's death. */
  at: Instant.nullable(),
  /** The same in its time zone: the day and `HH:MM`. */
  localDate: CalendarDay.nullable(),
  localTime: z.string().nullable(),
  timezone: z.string(),
  /** The day that the owner chose, if the quiet days move it. */
  movedFrom: CalendarDay.nullable(),
  /** The days of a series after `localDate`, for the same person and otherwise alike. */
  furtherDates: z.array(CalendarDay),
  channel: z.enum([...channels, 'by_hand']).nullable(),
  /** Where it goes. */
  address: z.string().nullable(),
  /** Why it would wait; null if it would go out. */
  reason: z.enum(rehearsalReasons).nullable(),
  isAfterGuarantee: z.boolean(),
});
export type RehearsalLine = z.input<typeof RehearsalLine>;

export const Rehearsal = z.object({
  as: z.enum(['death', 'years']),
  now: Instant,
  /** In the owner's time zone. */
  today: CalendarDay,
  timezone: z.string(),
  gaps: z.array(RehearsalGap),
  /** In order of time; what waits for the owner's death comes last. */
  lines: z.array(RehearsalLine),
  /** How many lines come after these. */
  linesLeft: z.number().int(),
  /** Sums over all lines. */
  sums: z.object({
    /** One for each day, delivery and person, not counting what is handed over in person. */
    deliveries: z.number().int(),
    people: z.number().int(),
    /** The years of the first and the last of them; null if there is none. */
    years: z.object({ first: z.number().int(), last: z.number().int() }).nullable(),
    /** Those that come after the guarantee ends. */
    afterGuarantee: z.number().int(),
    /** Lines that wait for the owner's death. */
    afterDeath: z.number().int(),
  }),
  /** First names of the people who would receive something, and of those for whom everything would wait. */
  reached: z.array(z.string()),
  missed: z.array(z.string()),
  /** If the owner died today; null for `years`. */
  death: z
    .object({
      /** The trusted contact who would tell us; null if nobody was told how. */
      contact: z.string().nullable(),
      proofReadBy: Instant,
      releasedAt: Instant,
      objectionHours: z.number(),
      quietDays: z.number().int(),
      /** The first day after them; null if there are none. */
      quietUntil: CalendarDay.nullable(),
    })
    .nullable(),
  guarantee: z.object({
    plan: z.enum(planKeys),
    years: z.number().int(),
    /** Until when it applies, counted from today. */
    until: CalendarDay,
  }),
  /** What is erased with the release: only titles. */
  deletedWithDeath: z.array(Titled),
});
export type Rehearsal = z.input<typeof Rehearsal>;

export const RehearsalSendForm = z.object({ scheduleId: Id, recipientId: Id });
export const RehearsalSent = z.object({ to: z.string() });
export type RehearsalSent = z.input<typeof RehearsalSent>;
