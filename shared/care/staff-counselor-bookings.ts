import { z } from 'zod';
import { allOrNone, instantInQuery, pageLimit, searchedText } from '../list-query.ts';
import { Id, Instant, plainText, Reason } from '../values.ts';
import { BookingForm, CounselorBooking } from './counselor-bookings.ts';
import { bookingStatuses, notesMaxCharacters } from './session-catalogue.ts';

// What staff see of counseling sessions and do about them. What anybody wrote is opened only for a stated reason.

/** In the order of the list. */
export const bookingRanks = ['to-confirm', 'confirmed', 'unpaid', 'completed', 'cancelled'] as const;
export type BookingRank = (typeof bookingRanks)[number];

const StaffBookingAct = z.enum(['confirm', 'link', 'move', 'complete', 'cancel']);
export type StaffBookingAct = z.infer<typeof StaffBookingAct>;

export const StaffBooking = CounselorBooking.omit({
  notes: true,
  counselorNotes: true,
  cancellableUntil: true,
}).extend({
  rank: z.enum(bookingRanks),
  /** Since when it has been waiting: since it was paid, or else booked. */
  since: Instant,
  /** It should have been confirmed, or have a link, by now. */
  isLate: z.boolean(),
  hasNotes: z.boolean(),
  hasCounselorNotes: z.boolean(),
  /** Another one whenever somebody writes them. */
  counselorNotesVersion: z.string().max(100).nullable(),
  notesSharedAt: Instant.nullable(),
  completedAt: Instant.nullable(),
  cancelledBy: z.enum(['owner', 'staff', 'unpaid', 'unconfirmed']).nullable(),
  /** When the link was mailed. */
  invitedAt: Instant.nullable(),
  owner: z.object({ id: Id, name: z.string(), email: z.string(), timezone: z.string() }),
  acts: z.array(StaffBookingAct),
});
export type StaffBooking = z.input<typeof StaffBooking>;

export const StaffBookingList = z.object({
  bookings: z.array(StaffBooking),
  /** The cursor of the next page. */
  next: z.object({ afterRank: z.number(), afterStart: Instant, after: Id }).nullable(),
});
export type StaffBookingList = z.input<typeof StaffBookingList>;

/** Unconfirmed sessions first; earliest first within each rank. */
export const StaffBookingQuery = z
  .object({
    /** Without one, everything that is still to be done. */
    rank: z.enum(bookingRanks).optional(),
    owner: searchedText.optional(),
    limit: pageLimit(50),
    afterRank: z.coerce.number().int().min(0).max(bookingRanks.length).optional(),
    afterStart: instantInQuery,
    after: Id.optional(),
  })
  .refine(...allOrNone('afterRank', 'afterStart', 'after'));
export type StaffBookingQuery = z.output<typeof StaffBookingQuery>;

const httpsOnly = 'Please give an address that begins with https://';
const MeetingLink = z
  .string(httpsOnly)
  .trim()
  .max(500, 'Please use at most 500 characters')
  .regex(/^\S*$/, 'Please give an address without spaces or line breaks')
  .pipe(z.url({ protocol: /^https$/, hostname: z.regexes.domain, error: httpsOnly }));

/** The session as staff saw it when they decided. If it has changed since, nothing is done. */
const Seen = z.object({
  status: z.enum(bookingStatuses),
  startsAt: Instant,
  meetingLink: z.string().max(500).nullable(),
});
export type SeenBooking = z.output<typeof Seen>;

export const StaffBookingChange = z.object({ reason: Reason, seen: Seen });
export const StaffBookingConfirmation = StaffBookingChange.extend({ meetingLink: MeetingLink.nullish() });
export const StaffBookingLink = StaffBookingChange.extend({ meetingLink: MeetingLink });
export const StaffBookingMove = StaffBookingChange.extend(
  BookingForm.pick({ sessionDate: true, sessionTime: true }).shape,
);

export const OpeningWords = z.object({ reason: Reason });
export const BookingWords = z.object({ notes: z.string().nullable(), counselorNotes: z.string().nullable() });
export type BookingWords = z.input<typeof BookingWords>;
export const StaffBookingNotes = StaffBookingChange.extend({
  counselorNotes: plainText(notesMaxCharacters).trim().nullable(),
  /** Whether the owner may read them. */
  isShared: z.boolean(),
  seen: Seen.extend({ counselorNotesVersion: z.string().max(100).nullable() }),
});
