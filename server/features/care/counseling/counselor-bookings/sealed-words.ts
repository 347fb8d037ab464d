import type { Services } from '../../../../platform/context.ts';
import type { SealedColumn } from '../../../../platform/reseal.ts';
import { type SealedFor, seal, unseal } from '../../../../platform/sealed.ts';
import { counselorBookings } from './counselor-bookings.table.ts';

// What people write about their health is in the database sealed only, and in no mail and no log.

type Words = 'notes' | 'counselorNotes';

export function sealWords(
  { appSecret }: Pick<Services, 'appSecret'>,
  bookingId: string,
  column: Words,
  words: string | null | undefined,
): string | null {
  return words ? seal(appSecret, bookingSeal(bookingId, column), words) : null;
}

export function unsealWords(
  { appSecret }: Pick<Services, 'appSecret'>,
  { id, ...row }: { id: string } & Partial<Record<Words, string | null>>,
  column: Words,
): string | null {
  const sealed = row[column];
  return sealed ? unseal(appSecret, bookingSeal(id, column), sealed) : null;
}

export function bookingSeal(bookingId: string, column: Words): SealedFor {
  return { purpose: `counselor-booking ${column}`, subject: bookingId };
}

export const bookingWords = (['notes', 'counselorNotes'] as const).map(
  (column): SealedColumn => ({
    name: `${column} of counseling sessions`,
    table: counselorBookings,
    id: counselorBookings.id,
    column: counselorBookings[column],
    sealedFor: (id) => bookingSeal(id, column),
  }),
);
