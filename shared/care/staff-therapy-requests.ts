import { z } from 'zod';
import { allOrNone, instantInQuery, pageLimit, searchedText } from '../list-query.ts';
import { Id, Instant, plainText, Reason, requiredLine } from '../values.ts';
import { notesMaxCharacters, therapyRequestStatuses } from './session-catalogue.ts';
import { TherapyRequest } from './therapy-requests.ts';

// What staff see of requests for another time, and what they answer. What the owner wrote is opened only for a stated reason.

const StaffRequestAct = z.enum(['answer', 'decline']);
export type StaffRequestAct = z.infer<typeof StaffRequestAct>;

export const StaffTherapyRequest = TherapyRequest.omit({ reason: true, specialRequests: true }).extend({
  hasWords: z.boolean(),
  hasAdminNotes: z.boolean(),
  /** Another one whenever somebody writes them. */
  adminNotesVersion: z.string().max(100).nullable(),
  isLate: z.boolean(),
  answeredAt: Instant.nullable(),
  owner: z.object({ id: Id, name: z.string(), email: z.string(), timezone: z.string() }),
  acts: z.array(StaffRequestAct),
});
export type StaffTherapyRequest = z.input<typeof StaffTherapyRequest>;

export const StaffTherapyRequestList = z.object({
  requests: z.array(StaffTherapyRequest),
  /** The cursor of the next page. */
  next: z.object({ afterSince: Instant, after: Id }).nullable(),
});
export type StaffTherapyRequestList = z.input<typeof StaffTherapyRequestList>;

/** Those with one status, oldest first. */
export const StaffTherapyRequestQuery = z
  .object({
    status: z.enum(therapyRequestStatuses).default('pending'),
    owner: searchedText.optional(),
    limit: pageLimit(50),
    afterSince: instantInQuery,
    after: Id.optional(),
  })
  .refine(...allOrNone('afterSince', 'after'));
export type StaffTherapyRequestQuery = z.output<typeof StaffTherapyRequestQuery>;

const Seen = z.object({
  status: z.enum(therapyRequestStatuses),
  scheduledDate: Instant.nullable(),
});
export type SeenTherapyRequest = z.output<typeof Seen>;

export const StaffRequestChange = z.object({ reason: Reason, seen: Seen });
export const StaffRequestAnswer = StaffRequestChange.extend({
  /** The day and time on the clocks of `sessionTimezone`. */
  date: z.iso.date('Please choose a day'),
  time: z
    .string('Please give a time')
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please give a time, such as 18:30'),
  therapistAssigned: requiredLine(200, 'Please name the therapist').regex(
    /^[^\r\n]*$/,
    'Please write the name on one line',
  ),
});

export const RequestWords = z.object({
  reason: z.string().nullable(),
  specialRequests: z.string().nullable(),
  adminNotes: z.string().nullable(),
});
export type RequestWords = z.input<typeof RequestWords>;
export const StaffRequestNotes = StaffRequestChange.extend({
  adminNotes: plainText(notesMaxCharacters).trim().nullable(),
  seen: Seen.extend({ adminNotesVersion: z.string().max(100).nullable() }),
});
