import type { KeepCurrentPage } from '../../../../shared/billing/keep-current.ts';
import { formatDate } from '../../../../shared/dates.ts';

const numbers = ['', 'One month', 'Two months', 'Three months'];

/** Months of a plan begin and end in UTC. */
export function dayOf(instant: string): string {
  return formatDate(instant, 'UTC');
}

/** The day before, since the month ends as this one begins. */
export function lastDayOf(to: string): string {
  return formatDate(new Date(new Date(to).getTime() - 24 * 3_600_000), 'UTC');
}

export function titleOf({ ownerFirstName, state, monthsDue }: KeepCurrentPage): string {
  if (state === 'late') return `${ownerFirstName}’s account can be brought up to date`;
  return `${numbers[monthsDue] ?? `${monthsDue} months`} ${monthsDue === 1 ? 'is' : 'are'} due on ${ownerFirstName}’s account`;
}

/** What has happened, and who can do something about it. */
export function leadOf({
  ownerFirstName,
  ownerName,
  planName,
  state,
  monthsDue,
  paidThrough,
  stoppedAt,
}: KeepCurrentPage): string {
  const since = paidThrough ? dayOf(paidThrough) : '';
  if (state === 'late')
    return `${ownerName}’s payments stopped on ${since}. More than three months have passed since, so delivery is no longer guaranteed. You can still pay. What ${ownerFirstName} has set up goes out on its days again as soon as you do.`;
  const these = monthsDue === 1 ? 'this month is' : 'these months are';
  const waits = `What ${ownerFirstName} has left is safe here, but it waits until ${these} paid. Anybody can do it.`;
  if (stoppedAt) return `${ownerName} has died. The payments had stopped before, on ${since}. ${waits}`;
  return `${ownerName}’s plan, ${planName}, was paid until ${since}. ${waits}`;
}

export function whatItDoes({ ownerFirstName, state, stoppedAt, securesUntil }: KeepCurrentPage): string {
  const goesOut =
    'Once it is paid, what is waiting goes out the same day, each thing to the person it is for.';
  if (stoppedAt) return goesOut;
  const until = securesUntil ? `The account is then paid until ${dayOf(securesUntil)}.` : '';
  if (state === 'late')
    return `Nothing has been deleted. ${until} We write to ${ownerFirstName} that it was paid.`;
  return `${goesOut} ${until}`;
}

/** Answers to what people ask before they pay for somebody else. */
export function answersOf({
  ownerFirstName,
  state,
  stoppedAt,
  graceEndsAt,
}: KeepCurrentPage): { question: string; answer: string }[] {
  const byWhen = stoppedAt
    ? {
        question: 'There is no hurry',
        answer: `Since ${dayOf(stoppedAt)} the clock stands still, and nothing is added. You can pay today or when you are able to.`,
      }
    : {
        question: 'By when',
        answer: `Until ${graceEndsAt ? dayOf(graceEndsAt) : ''} delivery is guaranteed once this is paid. It can be paid later too, but then delivery is not guaranteed.`,
      };
  return [
    ...(state === 'late' ? [] : [byWhen]),
    {
      question: 'This is all',
      answer: 'You pay once. No plan begins, your card is not kept, and you are charged nothing more.',
    },
    {
      question: 'If someone else pays first',
      answer: 'This page then says so. If two pay at the same moment, one of them gets the money back.',
    },
    {
      question: 'If nobody pays',
      answer: `What ${ownerFirstName} has left stays here and waits. Nothing is deleted for it.`,
    },
  ];
}
