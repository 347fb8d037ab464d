/**
 * Counseling sessions: the only place for their kinds, prices (in dollars) and times. Without schemas, so
 * that a page can show it without loading zod for it.
 */
export const sessionTypes = ['individual', 'group'] as const;
export type SessionType = (typeof sessionTypes)[number];

export interface SessionKind {
  readonly name: string;
  readonly price: number;
  /** How many bookings one slot holds. */
  readonly places: number;
}

export const sessionKinds: Readonly<Record<SessionType, SessionKind>> = {
  individual: { name: 'Individual', price: 75, places: 1 },
  group: { name: 'Group', price: 35, places: 8 },
};

/** Every day, in `sessionTimezone`. */
export const sessionTimes = ['09:00', '10:00', '11:00', '14:00', '15:00', '16:00', '17:00'] as const;
export type SessionTime = (typeof sessionTimes)[number];

export const sessionTimezone = 'America/New_York';
export const sessionMinutes = 50;
/** For how many minutes a place is held without a payment. */
export const holdMinutes = 30;
/** How many hours before a session an owner can last cancel, and the meeting link appears. */
export const noticeHours = 24;
/** How far ahead a session can be booked. */
export const bookingDaysAhead = 365;

export const bookingStatuses = ['pending', 'confirmed', 'completed', 'cancelled'] as const;
export type BookingStatus = (typeof bookingStatuses)[number];

export const therapyRequestStatuses = ['pending', 'scheduled', 'declined'] as const;
export type TherapyRequestStatus = (typeof therapyRequestStatuses)[number];

export const notesMaxCharacters = 2000;
