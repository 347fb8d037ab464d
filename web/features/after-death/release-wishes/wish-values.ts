import type { User } from '../../../../shared/accounts/accounts.ts';
import type { ReleaseWishes } from '../../../../shared/after-death/release-wishes.ts';
import { formatDate } from '../../../../shared/dates.ts';
import { countOf } from '../../../../shared/in-words.ts';
import { listNames } from '../../../../shared/names.ts';
import { hoursOfWaiting, nameDays, nameHours, quietUntil } from './wishes.ts';

// The present value of each choice, in a sentence.

export function sayReporters(wishes: ReleaseWishes, timeZone: string): string {
  const { reporters, trustedContacts, stricterUntil } = wishes;
  if (reporters === 'anyone') {
    const isLater = stricterUntil !== null && stricterUntil.reporters !== reporters;
    const from = isLater ? ` This applies from ${formatDate(stricterUntil.until, timeZone)}.` : '';
    return `Anyone who knows you, with proof.${from}`;
  }
  const names = trustedContacts.map(({ name }) => name);
  if (names.length === 0) return 'Your trusted contacts. You have named none yet.';
  const who = names.length === 1 ? 'your trusted contact' : 'your trusted contacts';
  return `${listNames(names)}, ${who}. From anybody else, two of us must accept the proof.`;
}

export function sayCode({ stoppingCode: code }: ReleaseWishes, timeZone: string): string {
  if (!code) return 'No code yet.';
  if (code.usedAt)
    return `Your code was used on ${formatDate(code.usedAt, timeZone)}. It works once, so please make a new sheet.`;
  return `Your code was made on ${formatDate(code.madeAt, timeZone)} and has not been used.`;
}

export function sayWaiting(wishes: ReleaseWishes, timeZone: string): string {
  const { objectionDays, stricterUntil } = wishes;
  const now = nameHours(hoursOfWaiting(wishes));
  if (stricterUntil && stricterUntil.objectionDays !== objectionDays) {
    const then = nameHours(hoursOfWaiting({ ...wishes, stricterUntil: null }));
    return `${now}, and ${then} from ${formatDate(stricterUntil.until, timeZone)}.`;
  }
  return objectionDays === null ? `${now}, as for everybody.` : `${now}.`;
}

export function sayAddresses({ email }: User, { secondEmail, pendingSecondEmail }: ReleaseWishes): string {
  if (pendingSecondEmail) return `${pendingSecondEmail} is not confirmed yet.`;
  return secondEmail ? `We also ask you at ${secondEmail}.` : `None. We ask you at ${email} only.`;
}

export function sayQuiet(wishes: ReleaseWishes, timeZone: string, nowMs: number): string {
  const until = quietUntil(wishes, nowMs);
  if (!until) return 'None. Everything goes out on its date.';
  return `${nameDays(wishes.quietDays)}, today until ${formatDate(until, timeZone)}.`;
}

export function saySubstitutes({ substitutes }: ReleaseWishes): string {
  const [first, ...others] = substitutes;
  if (!first) return 'What was for them reaches nobody, unless you choose somebody else.';
  const said = `If ${first.name} has died, ${first.substituteName} gets what was for them.`;
  return others.length === 0 ? said : `${said} The same is said of ${countOf(others.length, 'other')}.`;
}

/** The addresses at which the owner is asked, such as 'ruth@example.com and ruth@example.org'. */
export function listAddresses({ email }: User, { secondEmail }: ReleaseWishes): string {
  return listNames(secondEmail ? [email, secondEmail] : [email]);
}

export function describeContacts(contacts: ReleaseWishes['trustedContacts']): string {
  const names = contacts.filter(({ isReachable }) => isReachable).map(({ name }) => name);
  if (names.length === 0) return 'You have named no trusted contact yet who could help us reach people.';
  return `${listNames(names)} would ${names.length > 1 ? 'each ' : ''}get a link, to help us reach people.`;
}
