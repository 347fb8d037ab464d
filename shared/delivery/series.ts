import { z } from 'zod';
import { MemoryType } from '../memories/memories.ts';
import { CalendarDay, Id, Instant, SentVersion, TimeZone } from '../values.ts';
import { RecipientIds } from './schedules.ts';
import { isDayOfYear, seriesMaxYears } from './series-days.ts';

const Year = z.number().int('Please give a year').min(1970, 'Please choose a year from 1970').max(9998);
const byYear = <Value extends z.ZodType>(value: Value) =>
  z.record(z.string().regex(/^\d{4}$/, 'Please name each year by its four digits'), value).refine((years) => {
    return Object.keys(years).length <= seriesMaxYears;
  }, `Please name at most ${seriesMaxYears} years`);

/** The memory of each year; null leaves the year empty. */
const MemoriesByYear = byYear(Id.nullable());

const dayFault = 'Please choose a day of the year';

export const SeriesForm = z
  .object({
    recipientIds: RecipientIds,
    month: z.number().int(dayFault).min(1, dayFault).max(12, dayFault),
    day: z.number().int(dayFault).min(1, dayFault).max(31, dayFault),
    fromYear: Year,
    /** The last year. Either this or `untilAge` is given. */
    untilYear: Year.optional(),
    /** Up to the year in which the one recipient, whose birthday must be known, turns this age. */
    untilAge: z.number().int('Please give an age in years').min(1).max(150).optional(),
    /** `HH:MM` on each day's local clock, in `timezone`. */
    localTime: z.iso.time({ precision: -1, error: 'Please give the time as 12:00' }),
    timezone: TimeZone.optional(),
    /** The memory for every year that `memories` does not name; null for none. */
    memoryId: Id.nullable(),
    memories: MemoriesByYear.optional(),
    /** Deliveries that are already scheduled and become these years of the series unchanged. */
    schedules: byYear(Id).optional(),
  })
  .refine(isDayOfYear, { path: ['day'], message: dayFault })
  .refine(({ untilYear, untilAge }) => (untilYear === undefined) !== (untilAge === undefined), {
    path: ['untilYear'],
    message: 'Please say until which year, or until which age',
  });
export type SeriesForm = z.output<typeof SeriesForm>;

export const SeriesChanges = z.object({
  /** Fills, swaps or (null) empties these years, none of which may have begun. */
  memories: MemoriesByYear.optional(),
  /** Who receives it instead, in all years that have not begun. */
  recipientIds: RecipientIds.optional(),
  version: SentVersion,
});
export type SeriesChanges = z.output<typeof SeriesChanges>;

/** What to do after a birthday was corrected. */
export const BirthdayAnswer = z.object({
  /** True moves the years that have not begun; false leaves the series as it is. */
  move: z.boolean(),
  /** The corrected birthday that the answer is about, as it was seen. */
  to: CalendarDay,
});
export type BirthdayAnswer = z.output<typeof BirthdayAnswer>;

/** Takes that back: restores the birthday that it was planned for before, and its day and last year, which need not follow from that birthday. */
export const BirthdayUndo = BirthdayAnswer.extend({
  from: CalendarDay,
  before: z.object({ month: z.int(), day: z.int(), untilYear: Year }).refine(isDayOfYear, dayFault),
});
export type BirthdayUndo = z.output<typeof BirthdayUndo>;

/** `empty`: nothing is planned for this year. `past`: its day is over, and nothing was sent. */
export const SeriesYearState = z.enum(['scheduled', 'begun', 'delivered', 'empty', 'past']);
export type SeriesYearState = z.infer<typeof SeriesYearState>;

export const SeriesYear = z.object({
  year: z.number().int(),
  /** In the zone of the series, or in that of the schedule if this year was moved on its own. */
  date: CalendarDay,
  deliveryDate: Instant,
  /** How old the recipient turns in this year; null for several people, and if the birthday is not known. */
  age: z.number().int().nullable(),
  memory: z
    .object({ id: Id, title: z.string(), type: MemoryType, seconds: z.number().nullable() })
    .nullable(),
  scheduleId: Id.nullable(),
  state: SeriesYearState,
  /** Its schedule was given a different day or time than the series. Moving the series does not move it. */
  isMovedByHand: z.boolean(),
});

export const Series = z.object({
  id: Id,
  /** Incremented with each change by its owner, to the series or to one of its years. */
  version: z.number().int(),
  /** Empty once all were removed from the address book: then nothing is sent until somebody else is chosen. */
  recipients: z.array(
    z.object({ id: Id, firstName: z.string(), lastName: z.string(), hasDied: z.boolean() }),
  ),
  month: z.number().int(),
  day: z.number().int(),
  fromYear: z.number().int(),
  untilYear: z.number().int(),
  /** The age from which `untilYear` was computed. */
  untilAge: z.number().int().nullable(),
  localTime: z.string(),
  timezone: z.string(),
  /** The birthday was corrected since: nothing moves until the owner answers (`POST /api/series/{id}/birthday`). */
  birthdayMoved: z.object({ from: CalendarDay, to: CalendarDay }).nullable(),
  /** In order; every year from the first to the last. */
  years: z.array(SeriesYear),
  createdAt: Instant,
});
export type Series = z.input<typeof Series>;

/** What remains of a stopped series. */
export const SeriesStopped = z.object({
  /** The years that are no longer sent. */
  stopped: z.array(z.number().int()),
  /** Those that had begun, which stay as they are. */
  begun: z.array(z.number().int()),
});
export type SeriesStopped = z.output<typeof SeriesStopped>;
