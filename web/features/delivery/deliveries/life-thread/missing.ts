import { formatDay } from '../../../../../shared/dates.ts';
import type { Schedule } from '../../../../../shared/delivery/schedules.ts';
import { numberWord } from '../../../../../shared/in-words.ts';
import { capitalized } from '../../../../../shared/letter-case.ts';
import { isPlayed } from '../../../../../shared/memory-types.ts';
import type { Recipient } from '../../../../../shared/people/recipients.ts';
import type { AskedField } from '../../../people/recipients/recipients.ts';
import { describePerson, neededAddress } from '../schedules/schedules.ts';
import { nextEmptyBirthdays } from './life.ts';
import { yearlyDays } from './yearly-days.ts';

/** Where it is fixed: on a page, or in the dialog with the person's details. */
export type Mend = { href: string } | { asked: AskedField };

export interface Missing {
  title: string;
  text: string;
  action: string;
  mend: Mend;
}

/** How many birthdays ahead people may think of. */
const birthdaysAhead = 5;

/** What an owner may want to do for a person, most urgent first; empty if all is well, and for somebody who has died. */
export function missingFor(
  person: Recipient,
  waiting: readonly Schedule[],
  schedules: readonly Schedule[],
  today: string,
): Missing[] {
  if (person.diedAt) return [];
  return [
    noAddress(person, waiting),
    noMailingAddress(person, waiting),
    noVoice(person, schedules),
    noBirthday(person),
    emptyBirthdays(person, waiting, today),
    noWord(person),
  ].filter((each) => each !== null);
}

/** Whether we know of nothing that prevents what is left for them from reaching them: neither their own word, nor a failure. */
export function isReached({ id, declinedAt, notForThem }: Recipient, waiting: readonly Schedule[]): boolean {
  const isStuck = ({ recipients, timezone, deliveryMethod }: Schedule) =>
    recipients.some((each) => each.id === id && describePerson(each, timezone, deliveryMethod)?.isTrouble);
  return declinedAt === null && notForThem === null && !waiting.some(isStuck);
}

/** A phone number is not enough where no text messages can be sent. */
function noAddress({ firstName, phone, reachedBy }: Recipient, waiting: readonly Schedule[]): Missing | null {
  const isNeeded = waiting.length === 0 || waiting.some(({ deliveryMethod }) => deliveryMethod === 'digital');
  if (reachedBy || !isNeeded) return null;
  return {
    title: capitalized(`no ${neededAddress('digital', phone !== null)}`),
    text: `Without ${phone === null ? 'one of them' : 'it'} nothing can reach ${firstName}.`,
    ...{ action: 'Add it', mend: { asked: 'email' } },
  };
}

function noMailingAddress({ mailingAddress }: Recipient, waiting: readonly Schedule[]): Missing | null {
  const posted = waiting.find(({ deliveryMethod }) => deliveryMethod === 'physical');
  if (mailingAddress || !posted) return null;
  return {
    title: 'No mailing address',
    text: `“${posted.memoryTitle ?? 'A memory'}” is to go by post.`,
    ...{ action: 'Add it', mend: { asked: 'mailingAddress' } },
  };
}

function noVoice({ id }: Recipient, schedules: readonly Schedule[]): Missing | null {
  const isHeard = schedules.some(
    ({ memoryType, recipients }) =>
      memoryType !== null && isPlayed(memoryType) && recipients.some((person) => person.id === id),
  );
  if (isHeard) return null;
  return {
    title: 'Nothing in your voice yet',
    text: 'A minute is enough. You can record it here.',
    ...{ action: 'Record', mend: { href: `/upload?type=audio&for=${id}` } },
  };
}

function noBirthday({ firstName, birthday }: Recipient): Missing | null {
  if (birthday) return null;
  return {
    title: `When is ${firstName}’s birthday?`,
    text: 'Then you see here which ones are still to come.',
    ...{ action: 'Add it', mend: { asked: 'birthday' } },
  };
}

function emptyBirthdays(person: Recipient, waiting: readonly Schedule[], today: string): Missing | null {
  const until = `${Number(today.slice(0, 4)) + birthdaysAhead + 1}${today.slice(4)}`.replace(
    '-02-29',
    '-02-28',
  );
  const planned = new Set(
    waiting.filter(({ deliveryType }) => deliveryType === 'scheduled').map(({ localDate }) => localDate),
  );
  const empty = nextEmptyBirthdays(yearlyDays(person, today, until), planned).slice(0, birthdaysAhead);
  const [first] = empty;
  if (!first) return null;
  const which = empty.length === 1 ? 'next birthday' : `next ${numberWord(empty.length)} birthdays`;
  const day = formatDay(first.date);
  return {
    title: `Nothing for the ${which}`,
    text: empty.length === 1 ? `It is on ${day}.` : `${day} comes first.`,
    action: 'Choose one',
    mend: { href: `/schedule?for=${person.id}&day=${first.date}` },
  };
}

function noWord({ firstName, ownerRelationship }: Recipient): Missing | null {
  if (ownerRelationship) return null;
  return {
    title: `What are you to ${firstName}?`,
    text: 'Their page can then say “Your mother left this for you”, or whatever you are.',
    ...{ action: 'Say it', mend: { asked: 'ownerRelationship' } },
  };
}
