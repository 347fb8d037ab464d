import { fullNameOf, listNames } from '../../../../../shared/names.ts';
import type { Recipient } from '../../../../../shared/people/recipients.ts';

interface Named {
  firstName: string;
}

const namesShown = 3;

/** First names, shortened: 'Maya', 'Maya and Leo', 'Maya, Leo, Ana, and 4 others'. */
export function joinFirstNames(people: readonly Named[]): string {
  const names = people.map((person) => person.firstName);
  if (names.length > namesShown + 1) {
    names.splice(namesShown, names.length, `${names.length - namesShown} others`);
  }
  return listNames(names);
}

const fullNamesShown = 6;

/** Full names, shortened: 'Maya Alvarez, Leo Alvarez', or the first six 'and 4 others'. */
export function joinFullNames(people: readonly (Named & { lastName: string })[]): string {
  const names = people.map(fullNameOf);
  const rest = names.length - fullNamesShown;
  if (rest < 2) return names.join(', ');
  return `${names.slice(0, fullNamesShown).join(', ')} and ${rest} others`;
}

/** How these people get something without post: 'By email', 'By text message' or both. */
export function describeLink(people: readonly Pick<Recipient, 'reachedBy'>[]): string {
  const ways = new Set(people.map(({ reachedBy }) => reachedBy ?? 'email'));
  if (ways.size > 1) return 'By email or text message';
  return ways.has('text') ? 'By text message' : 'By email';
}
