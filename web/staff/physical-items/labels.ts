import { CircleCheck, CircleHelp, Gift, Hourglass, Truck, Undo2 } from 'lucide-react';
import type { ItemTask, StaffItem, StaffItemAct } from '../../../shared/keepsakes/staff-items.ts';
import type { StateLabel } from '../console/row-buttons.tsx';

export const taskLabels: Record<ItemTask, StateLabel> = {
  return: { label: 'To be sent back', tone: 'gold', icon: Undo2 },
  'hand-over': { label: 'To be handed over', tone: 'gold', icon: Gift },
  'in-transit': { label: 'On its way', tone: 'pine', icon: Truck },
  arrival: { label: 'Awaited', tone: 'neutral', icon: Hourglass },
  rest: { label: 'Nothing to do', tone: 'sage', icon: CircleCheck },
};

/** The state of an item; an unpaid return waits for its owner, not for us. */
export function stateOf({ task, returnFee, isFeeSettled, lostReport, lostAt }: StaffItem) {
  if (lostAt) return lost;
  if (lostReport) return saidToBeLost;
  if (task === 'return' && returnFee !== null && !isFeeSettled) return unpaid;
  return taskLabels[task];
}

/** What became of the owner, after their name. */
export function becameOf({ hasDied, isLeaving }: StaffItem['owner']): string {
  if (hasDied) return ', who has died';
  return isLeaving ? ', whose account is being deleted' : '';
}

const lost = { label: 'Lost', tone: 'neutral', icon: CircleHelp } as const;
const saidToBeLost = { label: 'Said to be lost', tone: 'gold', icon: CircleHelp } as const;
const unpaid = { label: 'Return not paid yet', tone: 'neutral', icon: Hourglass } as const;

/** The next action. Moving an item on our shelves is never something it waits for. */
export function nextActOf({ acts: [first] }: StaffItem): StaffItemAct | undefined {
  return first === 'locate' ? undefined : first;
}

export const actLabels: Record<StaffItemAct, { button: string; what: string; done: string }> = {
  receive: {
    button: 'Received',
    what: 'Compare it with the pictures first. Its owner gets an email that says who received it.',
    done: 'The item is received',
  },
  'undo-receive': {
    button: 'Not here after all',
    what: 'For an hour, if you pressed Received by mistake. It is awaited again, and its owner gets an email that says so.',
    done: 'The item is awaited again',
  },
  locate: {
    button: 'Put elsewhere',
    what: 'Its owner sees that it was moved, never where to.',
    done: 'The item has been moved',
  },
  'send-back': {
    button: 'Send back',
    what: 'It goes to its owner, who gets an email with the tracking number.',
    done: 'The item is on its way back',
  },
  'hand-over': {
    button: 'Hand over',
    what: 'It leaves us for good, and its recipient gets an email with the tracking number. Put the words that go with it on a card.',
    done: 'The item is on its way',
  },
  arrive: {
    button: 'Arrived',
    what: 'Somebody has it in their hands, and gets an email that says so. Nothing more can be done to it afterwards.',
    done: 'The item has arrived',
  },
  'come-back': {
    button: 'Came back',
    what: 'It could not be handed over and is with us again.',
    done: 'The item is with us again',
  },
  'waive-fee': {
    button: 'Waive the fee',
    what: 'It can be sent back at once, and its owner pays nothing for it.',
    done: 'The fee is waived',
  },
  'report-lost': {
    button: 'Lost on its way',
    what: 'Say what you found out, from the carrier above all. Nobody is told before a colleague has confirmed it.',
    done: 'A colleague has to confirm it',
  },
  'confirm-lost': {
    button: 'Confirm the loss',
    what: 'Look into it yourself first: ask the carrier, and whoever waits for it. They are told by email, and what was paid for a return is refunded. If it turns up later, press Came back or Arrived.',
    done: 'The item is lost',
  },
  'not-lost': {
    button: 'Not lost',
    what: 'It counts as on its way again. Whoever was told that it is lost gets an email that says so.',
    done: 'The item is on its way again',
  },
};
