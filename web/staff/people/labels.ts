import type { StaffRoleChange } from '../../../shared/accounts/staff.ts';
import type { BillingPeriod } from '../../../shared/billing/billing.ts';
import { fullNameOf } from '../../../shared/names.ts';
import type { ErasureWait, Person, PersonAct } from '../../../shared/staff/people.ts';
import type { ActionRequest } from '../console/action-dialog.tsx';
import { momentOf } from '../console/format.ts';

export const periodLabels: Record<BillingPeriod, string> = {
  monthly: 'paid monthly',
  annual: 'paid for a year',
  three_years: 'paid for three years',
};

/** What there is to say about a subscription that is not active, by its status. */
export const subscriptionLabels: Readonly<Record<string, string>> = {
  incomplete: 'not yet paid',
  past_due: 'the last payment failed',
  canceled: 'ended',
};

export interface Asked {
  act: PersonAct;
  sessionId?: string;
}

interface ActLabels {
  button: string;
  title: string;
  what: (person: Person) => string;
  done: string;
  method: 'POST' | 'DELETE';
  name: string;
}

const needsTwo = 'If another of us can confirm it, it waits until they do. All of us are told by email.';

export const actLabels: Record<PersonAct, ActLabels> = {
  'send-verification': {
    button: 'Send the link again',
    title: 'Send the confirmation link again',
    what: ({ email }) => `A new link goes to ${email}. It works for three days.`,
    done: 'The link is on its way',
    method: 'POST',
    name: 'verification',
  },
  'end-sessions': {
    button: 'Sign out everywhere',
    title: 'Sign them out everywhere',
    what: ({ firstName }) =>
      `Every browser in which somebody is signed in to this account is signed out. ${firstName} can sign in again.`,
    done: 'They are signed out',
    method: 'DELETE',
    name: 'sessions',
  },
  suspend: {
    button: 'Suspend sign-in',
    title: 'Suspend sign-in',
    what: ({ firstName, email }) =>
      `Everybody is signed out of this account at once, and nobody can sign in until one of us lets them in again. Deliveries go on: what ${firstName} has scheduled is sent. ${firstName} gets an email to ${email}, without your reason.`,
    done: 'Sign-in is suspended',
    method: 'POST',
    name: 'suspension',
  },
  'let-in': {
    button: 'Let in again',
    title: 'Let them in again',
    what: ({ firstName, email, deletionRequestedAt }) =>
      `${firstName} can sign in again with the password, and gets an email to ${email}.${
        deletionRequestedAt
          ? ' The days until the account is deleted start again, so that it can be restored.'
          : ''
      }`,
    done: 'They can sign in again',
    method: 'DELETE',
    name: 'suspension',
  },
  'grant-staff': {
    button: 'Make them staff',
    title: 'Give the staff role',
    what: (person) =>
      `${fullNameOf(person)} will see every account and queue, and can act on them. They are signed out, and sign in again as staff. ${needsTwo}`,
    done: 'They are staff now',
    method: 'POST',
    name: 'staff',
  },
  'withdraw-staff': {
    button: 'Withdraw the staff role',
    title: 'Withdraw the staff role',
    what: ({ firstName }) =>
      `${firstName} is signed out and no longer sees anything of others. Their own account stays as it is. ${needsTwo}`,
    done: 'They are no longer staff',
    method: 'DELETE',
    name: 'staff',
  },
};

export function requestOf({
  person,
  act,
  sessionId,
}: Asked & { person: Person }): ActionRequest<StaffRoleChange | Person> {
  const { title, what, done, method, name } = actLabels[act];
  const { id, email, isAdmin, suspendedAt, deletionRequestedAt } = person;
  const request = {
    ...{ method, isDangerous: act === 'suspend' || act === 'withdraw-staff' },
    body: { seen: { email, isAdmin, suspendedAt, deletionRequestedAt } },
  };
  const path = `people/${id}/${name}`;
  const description = fullNameOf(person);
  if (sessionId)
    return {
      ...{ ...request, path: `${path}/${sessionId}` },
      title: 'End this session',
      what: 'This browser is signed out. The others stay signed in.',
      done: () => ({ title: 'The session is ended', description }),
    };
  return {
    ...{ ...request, path, title, what: what(person) },
    done(change) {
      const isProposed = 'kind' in change && change.state === 'proposed';
      return { title: isProposed ? 'Proposed: a colleague has to confirm it' : done, description };
    },
  };
}

const waitLabels: Record<ErasureWait, string> = {
  suspended: 'while they cannot sign in',
  held: 'while deliveries are held',
  untold: 'before they were told of it',
  items: 'while we store something of theirs',
  charged: 'while the payment provider can still charge them',
  reported: 'while a report of their death is open',
  released: 'while their release can be undone',
};

export function erasureLabel(erasedAfter: string, wait: ErasureWait | null): string {
  const at = momentOf(erasedAfter);
  return wait ? `not erased before ${at}, nor ${waitLabels[wait]}` : `erased after ${at}`;
}
