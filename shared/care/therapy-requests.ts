import { z } from 'zod';
import { CalendarDay, Id, Instant, plainText } from '../values.ts';
import { ChosenSessionType } from './counselor-bookings.ts';
import { notesMaxCharacters, sessionTypes, therapyRequestStatuses } from './session-catalogue.ts';

const sayWhen = 'Please say what time would suit you';

export const TherapyRequestForm = z.object({
  sessionType: ChosenSessionType,
  preferredDate: z.iso.date('Please choose the day that would suit you'),
  /** In the owner's own words, such as "after 19:00". */
  preferredTime: plainText(100, sayWhen).trim().min(1, sayWhen),
  reason: plainText(notesMaxCharacters).trim().nullish(),
  specialRequests: plainText(notesMaxCharacters).trim().nullish(),
});
export type TherapyRequestForm = z.output<typeof TherapyRequestForm>;

export const TherapyRequest = z.object({
  id: Id,
  sessionType: z.enum(sessionTypes),
  preferredDate: CalendarDay,
  preferredTime: z.string(),
  reason: z.string().nullable(),
  specialRequests: z.string().nullable(),
  status: z.enum(therapyRequestStatuses),
  /** What staff offer. */
  scheduledDate: Instant.nullable(),
  therapistAssigned: z.string().nullable(),
  /** The session that was booked at that time. */
  bookingId: Id.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type TherapyRequest = z.input<typeof TherapyRequest>;
export const TherapyRequestList = z.array(TherapyRequest);
