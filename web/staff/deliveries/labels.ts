import type { StaffDelivery, StaffDeliveryAct, ToldMail } from '../../../shared/delivery/staff-deliveries.ts';
import type { WaitingReason } from '../../../shared/delivery/waiting-reasons.ts';
import { openingMinutes } from '../../../shared/memories/memory-limits.ts';

type State = StaffDelivery['state'];

export const stateLabels: Record<State, string> = {
  pending: 'Goes out by itself',
  sending: 'Being sent',
  delivered: 'Delivered',
  waiting: 'Waiting',
  failed: 'Given up after a week',
};

export const reasonLabels: Record<WaitingReason, string> = {
  no_address: 'No address',
  bad_address: 'Address does not work',
  not_theirs: 'Not for whoever got it',
  memory_under_review: 'Memory under review',
  physical_fulfilment: 'To be posted',
  in_the_post: 'In the post',
  file_damaged: 'File damaged',
  outcome_unknown: 'Arrival unknown',
  held_by_staff: 'Held by staff',
  held_by_trusted_contact: 'Held for this person',
  declined: 'Declined by the recipient',
  held_by_guardian: 'Waits for a guardian',
  account_in_arrears: 'Account in arrears',
  memory_withdrawn: 'Memory taken back',
  release_revoked: 'Release revoked',
};

export const toldLabels: Record<ToldMail['kind'], string> = {
  'address-needed': 'Owner asked for another address',
  'arrival-unknown': 'Owner asked whether it arrived',
  'delivery-failed': 'Owner told that it could not be delivered',
  'not-theirs': 'Owner told that somebody there says it is not for them',
  'contact-asked-address': 'Trusted contact asked where this person can be reached',
  'staff-delivery-failed': 'Staff told that it could not be delivered',
};

export const actLabels: Record<
  StaffDeliveryAct,
  {
    button: string;
    title: string;
    what: string;
    /** The button of its dialog, where the title is a question. */
    answer?: string;
    /** Who reads the reason, if it is not only for the audit log. */
    reasonNote?: string;
    done: string;
  }
> = {
  retry: {
    button: 'Try again',
    title: 'Try again',
    what: 'It is sent at once to the same address, with another week of attempts.',
    done: 'It is tried again',
  },
  hold: {
    button: 'Hold',
    title: 'Hold this delivery',
    what: 'It is not sent until it is released, whatever its owner corrects.',
    done: 'It is held',
  },
  release: {
    button: 'Release',
    title: 'Release this delivery',
    what: 'It goes on where it was, at once.',
    done: 'It is released',
  },
  readdress: {
    button: 'Another address',
    title: 'Propose another address',
    what: 'A colleague has to confirm it. Then everybody who was reached before hears of it, the owner too while they live, and nothing goes to this person until all of them have had time to answer.',
    done: 'A colleague has to confirm it now',
  },
  confirm: {
    button: 'The address is right',
    title: 'Is the address right after all?',
    answer: 'It is right',
    what: 'Somebody there said that the page is not for them. If you have found out that it is, it opens again with a code, and what waited goes out.',
    done: 'It goes on',
  },
  settle: {
    button: 'Settle',
    title: 'Did it arrive?',
    answer: 'Settle it',
    what: 'Three emails were sent and never confirmed. Say what you have found out.',
    done: 'It is settled',
  },
  pack: {
    button: 'Pack it',
    title: 'Open it to pack it',
    reasonNote: 'Its owner reads it, and it is kept in the audit log',
    what: `You may look at it for ${openingMinutes} minutes, to print it or to copy the file. Its owner sees that it was opened, when, and why.`,
    done: 'It is open',
  },
  post: {
    button: 'Posted',
    title: 'It is in the post',
    what: 'Say so once you have posted it. From then on its owner can no longer change it.',
    done: 'It is in the post',
  },
  arrive: {
    button: 'Arrived',
    title: 'It has arrived',
    what: 'It then counts as delivered, and its owner is told if they wish to be.',
    done: 'It has arrived',
  },
  return: {
    button: 'Came back',
    title: 'It came back',
    what: 'It waits to be posted again, when the mailing address is right.',
    done: 'It came back',
  },
};

export function statusText({ state, reason }: Pick<StaffDelivery, 'state' | 'reason'>): string {
  return reason ? reasonLabels[reason] : stateLabels[state];
}

export function nameOf({ recipient }: StaffDelivery): string {
  return recipient?.name ?? 'Nobody any more';
}

/** 'a letter, a photo': the contents of one parcel. Undefined for a single thing. */
export function contentsOf({ parcel }: StaffDelivery): string | undefined {
  if (!parcel || parcel.contents.length < 2) return undefined;
  return parcel.contents.map(({ memoryType }) => memoryType ?? 'a deleted memory').join(', ');
}
