import type { ReachedField } from '../../../../../shared/after-death/address-changes.ts';
import { formatMoment } from '../../../../../shared/dates.ts';
import { fullNameOf, listNames } from '../../../../../shared/names.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import type { RecipientRow } from '../../../people/recipients/recipients.table.ts';
import type { AddressChangeNoticeRow, AddressChangeRow } from './address-changes.table.ts';
import { changesOf } from './change-rows.ts';
import type { NoticeStage } from './notices.ts';

export interface Facts {
  notice: AddressChangeNoticeRow;
  change: AddressChangeRow;
  person: RecipientRow;
  owner: UserRow;
  link: string;
}

interface SettledWords {
  what: string;
  short: string;
}

interface ChangeWords extends SettledWords {
  next: string;
  ifWrong: string;
}

export function frameOf({ notice, person, owner }: Facts, stage: NoticeStage) {
  const personName = fullNameOf(person);
  switch (notice.audience) {
    case 'person':
      return {
        title: stage === 'settled' ? 'About your new address' : `Is this right, ${person.firstName}?`,
        greeting: person.firstName,
        why: `You get this message because this is where we reached ${personName} for ${fullNameOf(owner)}.`,
      };
    case 'contact':
      return {
        title: `About a new address for ${personName}`,
        greeting: notice.contactName ?? personName,
        why: `You get this message because ${fullNameOf(owner)} named you as a trusted contact.`,
      };
    case 'owner':
      return {
        title: `About a new address for ${personName}`,
        greeting: owner.firstName,
        why: 'You get this message because it concerns your address book.',
      };
  }
}

const fieldWords: Record<ReachedField, string> = {
  email: 'email address',
  secondEmail: 'second email address',
  phone: 'phone number',
  mailingAddress: 'postal address',
};

export function wordsOfChange(
  { notice, change, person, owner }: Facts,
  stage: 'proposed' | 'made',
): ChangeWords {
  const whose = notice.audience === 'person' ? 'you' : fullNameOf(person);
  const who = {
    staff: 'A member of our staff',
    contact: `${change.byName}, a trusted contact of ${fullNameOf(owner)},`,
    recipient: `Somebody who uses the page of ${fullNameOf(person)}`,
  }[change.by];
  const fields = listNames(changesOf(change).map(({ field }) => fieldWords[field]));
  const what = `${who} gave us a new ${fields} for ${whose}.`;
  const from = change.inForceFrom && formatMoment(change.inForceFrom, owner.timezone);
  const next =
    stage === 'made' && from
      ? `From ${from} on we use it. Until then nothing goes to ${whose} at all.`
      : 'Nothing is changed yet: a person here looks at it first.';
  const ifWrong =
    notice.audience === 'owner'
      ? 'say so on the page below, and nothing goes there. You can also enter what is right in your address book, and then that counts at once.'
      : 'say so on the page below: one press, and nothing goes there. A person here then writes to you.';
  return { what, next, ifWrong, short: `${what} ${next}` };
}

/** `sentAgainFrom`: when what has gone to a wrong address goes to the right one, if anything has. */
export function wordsSettled(
  { notice, change, person, owner }: Facts,
  sentAgainFrom: Date | undefined,
): SettledWords {
  const whose = notice.audience === 'person' ? 'you' : fullNameOf(person);
  const from = change.inForceFrom && formatMoment(change.inForceFrom, owner.timezone);
  const waits = sentAgainFrom
    ? `, from ${formatMoment(sentAgainFrom, owner.timezone)} on. What has gone to the new address is sent there again then. If that is wrong, please write to us before`
    : '';
  const isRight = change.state === 'proposed' || change.state === 'made';
  const right = from
    ? `is right. We use it from ${from} on.`
    : 'may be right. We write once more before we use it.';
  const what = isRight
    ? `Somebody had said that the new address for ${whose} is wrong. We looked into it, and found that it ${right}`
    : `Somebody had said that the new address for ${whose} is wrong. We looked into it, and we do not use it: what we had before counts${waits}.`;
  return { what, short: what };
}
