import type { PastDueNotice, PastDueStep } from '../../../../shared/billing/past-due.ts';
import { formatDate } from '../../../../shared/dates.ts';
import { formatDollarsAndCents } from '../../../../shared/dollars.ts';
import { plans } from '../../../../shared/plans.ts';
import type { UserRow } from '../../accounts/profile/profile.table.ts';
import type { PastDue } from '../subscriptions/standing/standing.ts';

interface NoticeText {
  title: string;
  first: string;
  second: string;
}

/** For example `Two months are due: $40.00.` Never more than three. */
function sumOf({ months, amountCents }: PastDue): string {
  const amount = formatDollarsAndCents(amountCents / 100);
  if (months.length === 1) return `One month is due: ${amount}.`;
  return `${months.length === 2 ? 'Two' : 'Three'} months are due: ${amount}.`;
}

const day = (at: Date) => formatDate(at, 'UTC');
const nothingDeleted = 'Nothing has been deleted, and you can read and download everything as before.';

/** For an owner, before the end of the paid time. */
export function textBefore({ subscriptionPlan }: UserRow, paidThrough: Date): NoticeText {
  const { name } = plans[subscriptionPlan];
  return {
    title: `${name} is paid until ${day(paidThrough)}`,
    first: `Your plan, ${name}, is paid until ${day(paidThrough)}, and no renewal is set up after that.`,
    second:
      'If you would like to keep it, you can choose a plan again on that day or after it. What you have scheduled is delivered while the plan is paid. Nothing is deleted in any case.',
  };
}

/** For an owner in arrears. */
export function textToOwner(step: Exclude<PastDueNotice, 'before' | 'death'>, due: PastDue): NoticeText {
  const since = `Your plan was paid until ${day(due.lapsedAt)}. ${sumOf(due)}`;
  const until = `You, or anybody to whom you send the address below, can pay it. Until ${day(due.graceEndsAt)} delivery is guaranteed once it is paid.`;
  const late =
    'It can still be paid, and what you have scheduled then goes out again. But delivery is no longer guaranteed.';
  const texts: Record<typeof step, NoticeText> = {
    lapse: {
      title: 'Your plan is no longer paid',
      first: since,
      second: `What you have scheduled waits until it is paid. ${nothingDeleted} ${until}`,
    },
    'month-1': { title: 'Your plan has not been paid', first: since, second: `${nothingDeleted} ${until}` },
    'month-2': { title: 'Your plan has not been paid', first: since, second: `${nothingDeleted} ${until}` },
    over: {
      title: 'Delivery is no longer guaranteed',
      first: `${since} That is the most that is ever asked.`,
      second: `More than three months have passed since the last payment. ${late} ${nothingDeleted} We do not write about it again.`,
    },
    held: {
      title: 'Something that you left is waiting',
      first: `Something that you have scheduled was to go out. It is waiting, because your plan was paid until ${day(due.lapsedAt)}. ${sumOf(due)}`,
      second: `It goes out as soon as that is paid. ${due.isGuaranteed ? until : late}`,
    },
  };
  return texts[step];
}

/** For a trusted contact, while the owner is alive. */
export function textToContact(
  step: Exclude<PastDueStep, 'before'>,
  ownerName: string,
  due: PastDue,
): NoticeText {
  const first = `${ownerName} keeps words and memories with Long After. The payments for that stopped on ${day(due.lapsedAt)}. ${sumOf(due)}`;
  const safe = `What ${ownerName} has left is safe, and waits until that is paid.`;
  if (step === 'over')
    return {
      title: `About ${ownerName}’s account with Long After`,
      first,
      second: `More than three months have passed since, so delivery is no longer guaranteed. It can still be paid. Nothing has been deleted. We do not write about it again.`,
    };
  return {
    title: `About ${ownerName}’s account with Long After`,
    first,
    second: `${safe} Until ${day(due.graceEndsAt)} delivery is guaranteed once it is paid.`,
  };
}

/** For a trusted contact, after the owner's death. */
export function textAfterDeath(ownerName: string, due: PastDue): NoticeText {
  return {
    title: `What ${ownerName} left, and what is due`,
    first: `We are sorry that ${ownerName} has died. The payments for ${ownerName}’s account had stopped before, on ${day(due.lapsedAt)}. ${sumOf(due)}`,
    second: `What ${ownerName} left is safe here, but it waits until that is paid. There is no hurry: nothing more is added to it.`,
  };
}
