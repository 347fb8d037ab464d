import type { Memory, MemoryType } from '../../../../../../shared/memories/memories.ts';
import type { MemoryDay } from '../../memories.ts';

interface KindLabels {
  title: string;
  /** 'only you can …' */
  use: string;
  again: string;
  another: string;
}

export const confirmationLabels: Readonly<Record<MemoryType, KindLabels>> = {
  letter: {
    title: 'Your letter is kept.',
    use: 'read it',
    again: 'Read it again',
    another: 'Write another',
  },
  photo: { title: 'Your photo is kept.', use: 'see it', again: 'See it again', another: 'Add another' },
  video: { title: 'Your video is kept.', use: 'watch it', again: 'Watch it again', another: 'Add another' },
  audio: {
    title: 'Your recording is kept.',
    use: 'listen to it',
    again: 'Listen to it again',
    another: 'Add another',
  },
};

const groups: Readonly<Record<string, string>> = {
  children: 'your children',
  spouse: 'your spouse',
  family: 'your family',
  friends: 'your friends',
};

/** 'your children', 'Tom', or the name as it was entered. `firstName` is that of the person in the address book. */
export function nameAddressee(recipient: string, firstName: string | undefined): string {
  return firstName ?? groups[recipient] ?? recipient;
}

type Kept = Pick<Memory, 'type' | 'approval' | 'heldReason' | 'deleteOnDeath'>;

/** What is now true about it: whom it is for, who can read it, and whether it goes to anybody, if that is known. */
export function describeConfirmation(
  memory: Kept,
  to: string,
  day: Pick<MemoryDay, 'to' | 'when'> | null | undefined,
): string {
  if (memory.deleteOnDeath)
    return `It is for nobody else: only you can ${confirmationLabels[memory.type].use}, and it is deleted when you die.`;
  if (day) return `It goes to ${day.to} ${day.when.replace(/^(next )?(?=\d)/, '$1on ')}.`;
  const who = memory.approval === 'approved' ? describeApproved(memory, to) : describeWaiting(memory, to);
  return day === null ? `${who} It has no day yet, so it goes to nobody.` : who;
}

function describeApproved({ type }: Kept, to: string): string {
  return `It is for ${to}, and only you can ${confirmationLabels[type].use} until it is delivered.`;
}

function describeWaiting({ approval, heldReason }: Kept, to: string): string {
  if (approval === 'checking')
    return `It is for ${to}. We are still checking the file, which takes a moment.`;
  return `It is for ${to}. ${heldReason ?? 'It cannot be delivered as it is.'}`;
}
