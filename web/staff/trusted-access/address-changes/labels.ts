import { CircleAlert, CircleCheck, CircleSlash, Hourglass, Undo2 } from 'lucide-react';
import type { AddressChangeState, ReachedField } from '../../../../shared/after-death/address-changes.ts';
import type {
  StaffAddressChange,
  ToldOfChange,
} from '../../../../shared/after-death/staff-address-changes.ts';
import { momentOf } from '../../console/format.ts';
import type { StateLabel } from '../../console/row-buttons.tsx';

export const stateLabels: Record<AddressChangeState, StateLabel> = {
  proposed: { label: 'To be confirmed', tone: 'gold', icon: CircleAlert },
  disputed: { label: 'Held until we settle it', tone: 'rose', icon: CircleAlert },
  waiting: { label: 'Waits', tone: 'pine', icon: Hourglass },
  in_force: { label: 'In force', tone: 'neutral', icon: CircleCheck },
  refused: { label: 'Refused', tone: 'neutral', icon: CircleSlash },
  put_back: { label: 'Put back', tone: 'neutral', icon: Undo2 },
  ended: { label: 'Ended', tone: 'neutral', icon: CircleSlash },
};

export const fieldLabels: Record<ReachedField, string> = {
  email: 'Email',
  secondEmail: 'Second email',
  phone: 'Phone',
  mailingAddress: 'Postal address',
};

export function toldLine({ audience, channel, name, address, ...times }: ToldOfChange) {
  const { toldAt, failedAt, disputedAt } = times;
  const way =
    channel === 'text' ? `Text to ${address}` : channel === 'post' ? `A letter to ${address}` : address;
  const who = {
    person: 'reached there before',
    contact: `${name ?? 'a contact'}, trusted contact`,
    owner: 'the owner',
  }[audience];
  const unsent = channel === 'post' ? 'to be written' : 'not sent yet';
  const sent = toldAt ? `told ${momentOf(toldAt)}` : failedAt ? 'could not be sent' : unsent;
  return {
    who: `${way}, ${who}`,
    outcome: disputedAt ? `${sent}; said that it is wrong, ${momentOf(disputedAt)}` : sent,
    mark:
      disputedAt || (failedAt && !toldAt) ? ('bad' as const) : toldAt ? ('told' as const) : ('open' as const),
  };
}

export type Decision = 'confirm' | 'refuse' | 'hold' | 'right' | 'put-back' | 'letter';

interface DecisionLabels {
  button: string;
  title: string;
  what: string;
  done: string;
}

/** A sentence on what a decision does. Nothing makes a new address count sooner. */
export function decisionLabels(
  decision: Decision,
  { person, owner, state }: StaffAddressChange,
): DecisionLabels {
  const { name } = person;
  switch (decision) {
    case 'confirm':
      return {
        button: 'Confirm',
        title: `Confirm the new address of ${name}`,
        what: `Everybody who was reached before hears of it now. Nothing goes to ${name} until the wait is over.`,
        done: 'It is confirmed, and waits',
      };
    case 'refuse':
      return {
        button: 'Refuse',
        title: 'Refuse this change',
        what: `${name} stays reached as before.`,
        done: 'It is refused',
      };
    case 'hold':
      if (state === 'disputed')
        return {
          button: 'Hold it until we have settled it',
          title: `Hold what is for ${name}`,
          what: 'Whoever said that it is wrong can then no longer take that back: a colleague has to settle it.',
          done: 'It is held',
        };
      return {
        button: `Hold what is for ${name}`,
        title: `Hold what is for ${name}`,
        what: `Nothing goes to ${name} until a colleague has settled it.`,
        done: 'It is held',
      };
    case 'right':
      return {
        button: 'It is right',
        title: 'The new address is right',
        what: `What ${owner.name} left for ${name} goes there, after the wait has begun anew. Everybody who was told hears of it.`,
        done: 'It waits again',
      };
    case 'put-back':
      return {
        button: 'Put back what was before',
        title: 'Put back what was before',
        what: `${name} is reached as before, and what waits goes there at once. If something has gone to the wrong address, its links there are closed, that address is told, and it is sent again once the usual wait is over. Everybody who was told hears of it.`,
        done: 'It is as before',
      };
    case 'letter':
      return {
        button: 'The letter is written',
        title: 'Note that the letter is written',
        what: `We had nothing but a postal address of ${name}, so a letter tells of the change.`,
        done: 'It is noted',
      };
  }
}
