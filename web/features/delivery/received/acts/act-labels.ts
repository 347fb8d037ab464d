import { formatDate, formatDay } from '../../../../../shared/dates.ts';
import type { OpenedBefore, ReceivedCover } from '../../../../../shared/delivery/received.ts';
import type { ProposedAddress, SaidOnPage, WordsBack } from '../../../../../shared/delivery/received-acts.ts';
import { listNames } from '../../../../../shared/names.ts';

type Owner = Pick<ReceivedCover, 'ownerFirstName'>;

export interface WordsLabels {
  title: string;
  /** Who will read them, shown before anything is written. */
  readers: string;
  /** What else one should know about it. */
  more?: string;
  action: string;
}

/** What happens to a few words back, shown before they are written. */
export function wordsLabels(
  { ownerFirstName }: Owner,
  { replyReadBy, familyReaders }: Pick<SaidOnPage, 'replyReadBy' | 'familyReaders'>,
  { ownerHasIt }: Pick<OpenedBefore, 'ownerHasIt'>,
): WordsLabels {
  if (replyReadBy === 'owner' && ownerHasIt) {
    return {
      title: `A few words back to ${ownerFirstName}`,
      readers: `${ownerFirstName} reads them on Long After, beside what you were sent, and gets an email that they are there.`,
      action: `Send to ${ownerFirstName}`,
    };
  }
  const kept = `${ownerFirstName} cannot read them. We keep them beside what was left for you.`;
  const labels = { title: 'A few words back', readers: kept, action: 'Keep these words' };
  if (replyReadBy !== 'family' || familyReaders.length === 0)
    return { ...labels, more: 'Nobody but you can read them, and you can take them back.' };
  return {
    ...labels,
    more: `${listNames(familyReaders)} can read them, whom ${ownerFirstName} trusted to help. Nobody else can, and you can take them back.`,
  };
}

/** "Sent to Ruth on 4 May 2027." */
export function writtenWhen(
  { readBy, writtenAt, changedAt }: WordsBack,
  { ownerFirstName }: Owner,
  timeZone: string,
) {
  const done = readBy === 'owner' ? `Sent to ${ownerFirstName}` : 'Kept';
  const alone = readBy === 'nobody' ? ', for you alone' : '';
  const changed = changedAt ? `, and changed on ${formatDate(changedAt, timeZone)}` : '';
  return `${done} on ${formatDate(writtenAt, timeZone)}${changed}${alone}.`;
}

/** The same day of the next month, or its last day: YYYY-MM-DD, in this device's zone. */
export function inAMonth(now: Date): string {
  const [year, month] = [now.getFullYear(), now.getMonth() + 1];
  const daysInMonth = new Date(year, month + 1, 0).getDate();
  return localDay(new Date(year, month, Math.min(now.getDate(), daysInMonth)));
}

/** YYYY-MM-DD, this many days from now, in this device's zone. */
export function inDays(now: Date, days: number): string {
  return localDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days));
}

function localDay(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** "We write to you once, on 4 June 2041, and not again." */
export function reminderHint(day: string, by: SaidOnPage['remindBy']): string {
  const how = by === 'text' ? 'We send you one text message' : 'We write to you once';
  return `${how}, on ${formatDay(day)}, and not again.`;
}

/** What "nothing more" does, shown before it is pressed; `ownerDied` decides who is told. */
export function declineLabels({
  ownerFirstName,
  ownerDied,
}: Pick<ReceivedCover, 'ownerFirstName' | 'ownerDied'>) {
  return {
    before: `Whatever ${ownerFirstName} left for later stays with us, unopened. ${
      ownerDied ? 'Nobody in the family is told.' : `${ownerFirstName} can see it beside your name.`
    } If you change your mind, even in ten years, you can undo it here.`,
    after: `Nothing more from ${ownerFirstName} will be sent to you.`,
    kept: `What was left for later stays with us, unopened. If you change your mind, even in ten years, you can undo it here.`,
  };
}

/** The state of a changed address. */
export function addressStands(
  { state, from }: Pick<ProposedAddress, 'state' | 'from'>,
  { ownerFirstName, ownerDied }: Pick<ReceivedCover, 'ownerFirstName' | 'ownerDied'>,
  timeZone: string,
): string {
  switch (state) {
    case 'code-sent':
      return 'We have sent a code to the new email address. Nothing changes before it is entered here.';
    case 'asked':
      return ownerDied
        ? 'Thank you. Somebody here looks at it. Until then everything goes where it went before.'
        : `We have asked ${ownerFirstName}. Until ${ownerFirstName} agrees, everything goes where it went before.`;
    case 'made':
      return from && Date.parse(from) > Date.now()
        ? `We have your new address. Nothing is sent to it before ${formatDate(from, timeZone)}, so that a mistake can be noticed.`
        : 'We have your new address. Anything else goes there.';
    case 'refused':
      return 'The new address is not used. Everything goes where it went before.';
  }
}
