import type { User } from '../../../../shared/accounts/accounts.ts';
import type { ReleaseWishes } from '../../../../shared/after-death/release-wishes.ts';
import { formatDate } from '../../../../shared/dates.ts';
import { listNames } from '../../../../shared/names.ts';
import { hoursOfWaiting, nameDays, nameHours, quietUntil } from './wishes.ts';

// What each choice is today, in a sentence.

export function sayReporters({ reporters, trustedContacts }: ReleaseWishes): string {
  if (reporters === 'anyone') return 'Anyone who knows you, with proof.';
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

export function sayWaiting(wishes: ReleaseWishes): string {
  const time = nameHours(hoursOfWaiting(wishes));
  return wishes.objectionDays === null && !wishes.stricterUntil ? `${time}, as for everybody.` : `${time}.`;
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
  return others.length === 0 ? said : `${said} ${others.length} more.`;
}
