import type { Schedule } from '../../../../shared/delivery/schedules.ts';
import type { Memory } from '../../../../shared/memories/memories.ts';
import type { Recipient } from '../../../../shared/people/recipients.ts';

export interface FirstStep {
  title: string;
  text: string;
  href: string;
  isDone: boolean;
}

interface Existing {
  memories: readonly Memory[];
  recipients: readonly Pick<Recipient, 'trustedContact'>[];
  schedules: readonly Schedule[];
  /** Whether anything was chosen for after the owner's death. */
  hasWishes: boolean;
}

/** The steps in display order. A step is done once there is at least one of what it asks for. */
export function listFirstSteps({ memories, recipients, schedules, hasWishes }: Existing): FirstStep[] {
  return [
    {
      title: 'Leave one memory',
      text: 'A letter, a photo, a video or your voice.',
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
    {
      title: 'Choose what comes after',
      text: 'How long we wait for your answer, quiet days, and a sheet for your papers.',
      href: '/settings?tab=after-death',
      isDone: hasWishes,
    },
  ];
}

export function countDone(steps: readonly FirstStep[]): number {
  return steps.filter((step) => step.isDone).length;
}

/** Stored on this device once the guide is finished or hidden. */
export type GuideMark = 'finished' | 'aside';

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const keyOf = (ownerId: string) => `first-steps:${ownerId}`;

/** Also null if the browser blocks storage. */
export function readGuideMark(storage: Store, ownerId: string): GuideMark | null {
  try {
    const mark = storage.getItem(keyOf(ownerId));
    return mark === 'finished' || mark === 'aside' ? mark : null;
  } catch {
    return null;
  }
}

export function saveGuideMark(storage: Store, ownerId: string, mark: GuideMark | null): void {
  try {
    if (mark) storage.setItem(keyOf(ownerId), mark);
    else storage.removeItem(keyOf(ownerId));
  } catch {
    // Storage is blocked; the choice then lasts only while this page is open.
  }
}
