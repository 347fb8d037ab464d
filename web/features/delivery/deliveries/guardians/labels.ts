import { formatDay, formatFullDay } from '../../../../../shared/dates.ts';
import type { GuardianMoment, GuardianPage } from '../../../../../shared/delivery/guardians.ts';
import { timeZoneLabel } from '../../../../../shared/time-zones.ts';

const ordinals = [
  ...['', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'],
  ...[
    'eleventh',
    'twelfth',
    'thirteenth',
    'fourteenth',
    'fifteenth',
    'sixteenth',
    'seventeenth',
    'eighteenth',
  ],
];

/** "twelfth birthday"; later ones without a number. */
function birthdayWords(age: number): string {
  return [ordinals[age], 'birthday'].filter(Boolean).join(' ');
}

export function describeLead(page: GuardianPage): string {
  const { ownerFirstName, childFirstName, guardianFirstName, untilAge, moments } = page;
  const [only, ...others] = moments;
  const age = only && others.length === 0 ? only.birthday : null;
  const it = only && only.kinds.length + others.length === 1 ? 'it' : 'them';
  const left = age
    ? `${ownerFirstName} left ${it} for ${childFirstName}’s ${birthdayWords(age)}`
    : `${ownerFirstName} left ${it} for ${childFirstName}`;
  return `${left}, and asked that you, ${guardianFirstName}, have a say until ${childFirstName} is ${untilAge}.`;
}

/** "the twelfth birthday, at 12:00 Eastern" */
export function describeTime({ birthday, comesAtTime, timezone }: GuardianMoment): string {
  const time = `at ${comesAtTime.slice(0, 5)} ${timeZoneLabel(timezone)}`;
  return birthday ? `the ${birthdayWords(birthday)}, ${time}` : time;
}

export function describeComing(
  { byPost, comesOn }: GuardianMoment,
  { childFirstName, address }: GuardianPage,
): string {
  if (address !== 'known' && !byPost)
    return `You need do nothing. It comes to ${childFirstName} on ${formatFullDay(comesOn)}, or as soon as we have an address after that.`;
  return byPost
    ? `You need do nothing. We post it to ${childFirstName} from ${formatFullDay(comesOn)} on.`
    : `You need do nothing. ${childFirstName} hears from us on ${formatFullDay(comesOn)}, and opens it alone.`;
}

/** The answer, if it was answered. */
export function describeAnswer(moment: GuardianMoment, page: GuardianPage): { title: string; text: string } {
  const { answer, isDue, comesOn, askAgainOn } = moment;
  const { childFirstName, endsOn, untilAge } = page;
  if (answer === 'come')
    return {
      title: 'It can come.',
      text: isDue
        ? `It is on its way to ${childFirstName}.`
        : `It comes to ${childFirstName} on ${formatDay(comesOn)}. Until then you can change your mind.`,
    };
  const next = askAgainOn
    ? `We write to you on ${formatDay(askAgainOn)}.`
    : `It comes to ${childFirstName} on ${formatDay(endsOn)}, at the age of ${untilAge}.`;
  return { title: 'It will wait.', text: `${next} This page stays yours until then.` };
}
