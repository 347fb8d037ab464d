import { z } from 'zod';
import { isStorable, notStorable } from './values.ts';

// What staff lists accept in their query string.

/** How many records a page has: `perPage` by default, and at most `most`. */
export const pageLimit = (perPage: number, most = 100) =>
  z.coerce
    .number()
    .int()
    .min(1)
    .transform((limit) => Math.min(limit, most))
    .default(perPage);

export const instantInQuery = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .optional();

export const minAgeHours = z.coerce.number().int().min(0).max(1_000_000).optional();

/** Part of a name or of an email address. */
export const searchedText = z.string().trim().min(1).max(254).refine(isStorable, notStorable);

/** For `refine`: either all fields that say where a page begins are given, or none. */
export function allOrNone<Field extends string>(...fields: [Field, Field, ...Field[]]) {
  const isWhole = (query: Partial<Record<Field, unknown>>) =>
    new Set(fields.map((field) => query[field] === undefined)).size === 1;
  const amount = ['both', 'all three'][fields.length - 2] ?? 'all';
  return [isWhole, `Give ${amount}, ${fields.slice(0, -1).join(', ')} and ${fields.at(-1)}`] as const;
}
