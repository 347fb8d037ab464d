import { z } from 'zod';
import { CalendarDay, Id, Instant, plainText } from '../values.ts';
import { bookingStatuses, notesMaxCharacters, sessionTimes, sessionTypes } from './session-catalogue.ts';

const dateRequired = 'Session date is required';
const timeRequired = 'Session time is required';

export const ChosenSessionType = z.enum(sessionTypes, 'Please choose an individual or a group session');

/** A calendar day, or an instant, of which the day as written counts. */
const SessionDate = z
  .string(dateRequired)
  .min(1, dateRequired)
  .pipe(z.union([z.iso.date(), z.iso.datetime({ offset: true })], 'Please choose a day from the calendar'))
  .transform((text) => text.slice(0, 10))
  .pipe(z.iso.date('Please choose a day from the calendar'));

export const BookingForm = z.object({
  sessionType: ChosenSessionType,
  sessionDate: SessionDate,
  sessionTime: z
    .string(timeRequired)
    .min(1, timeRequired)
    .pipe(z.enum(sessionTimes, 'Please choose one of the times')),
  notes: plainText(notesMaxCharacters).trim().nullish(),
});
export type BookingForm = z.output<typeof BookingForm>;

export const CounselorBooking = z.object({
  id: Id,
  sessionType: z.enum(sessionTypes),
  /** The day and time on the clocks of `sessionTimezone`. */
  sessionDate: CalendarDay,
  sessionTime: z.string(),
  startsAt: Instant,
  /** In dollars. */
  price: z.number(),
  status: z.enum(bookingStatuses),
  /** Set from 24 hours before a confirmed session. */
  meetingLink: z.string().nullable(),
  /** What the owner wrote. */
  notes: z.string().nullable(),
  /** What the counselor wrote for the owner; null until they share it. */
  counselorNotes: z.string().nullable(),
  paidAt: Instant.nullable(),
  /** Until when the place is held without a payment. */
  heldUntil: Instant.nullable(),
  confirmedAt: Instant.nullable(),
  cancelledAt: Instant.nullable(),
  /** Until when its owner can cancel; null if they cannot. */
  cancellableUntil: Instant.nullable(),
  /** What was paid is refunded. */
  isRefunded: z.boolean(),
  createdAt: Instant,
});
export type CounselorBooking = z.input<typeof CounselorBooking>;
export const CounselorBookingList = z.array(CounselorBooking);

/** A new booking with the page to pay it on. */
export const PlacedBooking = CounselorBooking.extend({ checkoutUrl: z.string() });
export type PlacedBooking = z.input<typeof PlacedBooking>;

export const BookingCheckout = z.object({ url: z.string() });
export type BookingCheckout = z.input<typeof BookingCheckout>;

/** Both days inclusive; the next 31 days by default. */
export const AvailabilityQuery = z.object({
  from: CalendarDay.optional(),
  to: CalendarDay.optional(),
});
export type AvailabilityQuery = z.output<typeof AvailabilityQuery>;

/** The future times on the requested days. */
export const Availability = z.object({
  timezone: z.string(),
  slots: z.array(
    z.object({
      date: z.string(),
      time: z.enum(sessionTimes),
      startsAt: Instant,
      /** 0 if all are taken. */
      placesLeft: z.object({ individual: z.number(), group: z.number() }),
    }),
  ),
});
export type Availability = z.input<typeof Availability>;
