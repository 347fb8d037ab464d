import type { Schedule } from '../../../../shared/delivery/schedules.ts';
import type { Memory } from '../../../../shared/memories/memories.ts';
import type { Recipient } from '../../../../shared/people/recipients.ts';

/** One of the things that together make sure that something of somebody's reaches someone. */
export interface FirstStep {
  title: string;
  text: string;
  href: string;
  isDone: boolean;
}

interface WhatExists {
  memories: readonly Memory[];
  recipients: readonly Pick<Recipient, 'trustedContact'>[];
  schedules: readonly Schedule[];
}

/** The first steps in their order, each done when there is what it leads to. */
export function listFirstSteps({ memories, recipients, schedules }: WhatExists): FirstStep[] {
  return [
    {
      title: 'Leave one memory',
      text: 'A letter, a photo, a film or your voice.',
      href: '/upload',
      isDone: memories.length > 0,
    },
    {
      title: 'Add one person',
      text: 'Someone you leave something to. They need no account.',
      href: '/recipients',
      isDone: recipients.length > 0,
    },
    {
      title: 'Choose one date',
      text: 'The day on which it reaches them.',
      href: '/schedule',
      isDone: schedules.length > 0,
    },
    {
      title: 'Name your trusted contact',
      text: 'Someone in your address book who can help us reach people after your death.',
      href: '/recipients',
      isDone: recipients.some((person) => person.trustedContact),
    },
  ];
}

export function countDone(steps: readonly FirstStep[]): number {
  return steps.filter((step) => step.isDone).length;
}

/** What this device remembers: the guide was finished, or its owner has put it aside. */
export type GuideMark = 'finished' | 'aside';

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const keyOf = (ownerId: string) => `first-steps:${ownerId}`;

/** Nothing where the browser refuses to remember. */
export function readGuideMark(storage: Store, ownerId: string): GuideMark | null {
  try {
    const mark = storage.getItem(keyOf(ownerId));
    return mark === 'finished' || mark === 'aside' ? mark : null;
  } catch {
    return null;
  }
}

export function keepGuideMark(storage: Store, ownerId: string, mark: GuideMark | null): void {
  try {
    if (mark) storage.setItem(keyOf(ownerId), mark);
    else storage.removeItem(keyOf(ownerId));
  } catch {
    // It then holds for as long as this page is open.
  }
}
