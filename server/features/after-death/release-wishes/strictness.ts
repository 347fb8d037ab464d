import { lessStrictAfterDays, type Reporters } from '../../../../shared/after-death/release-wishes.ts';
import { wholeDaysAfter } from '../../../platform/clock.ts';
import type { ReleaseWishesRow } from './release-wishes.table.ts';

// Somebody who takes over an account for an hour could otherwise make it easier to have its owner released.
// So a stricter choice takes effect at once, and a less strict one only some time later.

export interface Strictness {
  reporters: Reporters;
  /** Null: the default number. */
  objectionDays: number | null;
}

type Stored = Strictness &
  Pick<ReleaseWishesRow, 'stricterReporters' | 'stricterObjectionDays' | 'stricterUntil'>;

export const nothingChosen: Stored = {
  reporters: 'anyone',
  objectionDays: null,
  stricterReporters: null,
  stricterObjectionDays: null,
  stricterUntil: null,
};

export function inForce(stored: Stored, now: Date): Strictness {
  const { reporters, objectionDays, stricterReporters, stricterObjectionDays, stricterUntil } = stored;
  if (!stricterUntil || stricterUntil <= now) return { reporters, objectionDays };
  const days = Math.max(objectionDays ?? 0, stricterObjectionDays ?? 0);
  const isForNamed = [reporters, stricterReporters].includes('trusted_contacts');
  return { reporters: isForNamed ? 'trusted_contacts' : 'anyone', objectionDays: days || null };
}

/** The columns to store when `chosen` replaces the previous choice. */
export function afterChoice(before: Stored, chosen: Strictness, now: Date): Stored {
  if (isSame(before, chosen)) return strictnessOf(before);
  const until = inForce(before, now);
  const next = { ...nothingChosen, ...chosen };
  if (!isLessStrict(chosen, until)) return next;
  return {
    ...next,
    stricterReporters: until.reporters,
    stricterObjectionDays: until.objectionDays,
    stricterUntil: wholeDaysAfter(now, lessStrictAfterDays),
  };
}

/** Those columns alone, since others may have changed meanwhile. */
function strictnessOf(stored: Stored): Stored {
  const { reporters, objectionDays, stricterReporters, stricterObjectionDays, stricterUntil } = stored;
  return { reporters, objectionDays, stricterReporters, stricterObjectionDays, stricterUntil };
}

export function isSame(one: Strictness, other: Strictness): boolean {
  return one.reporters === other.reporters && one.objectionDays === other.objectionDays;
}

function isLessStrict(one: Strictness, other: Strictness): boolean {
  return (
    (one.objectionDays ?? 0) < (other.objectionDays ?? 0) ||
    (one.reporters === 'anyone' && other.reporters === 'trusted_contacts')
  );
}
