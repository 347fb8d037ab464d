import { listNames } from '../../../../../shared/list-names.ts';
import type { Memory, MemoryType } from '../../../../../shared/memories/memories.ts';
import type { MemoryReach } from '../../../../../shared/memories/memory-reach.ts';
import { whenOf, whoHasIt } from '../../memories/memories.ts';

interface KindWords {
  title: string;
  /** 'only you can …' */
  use: string;
  another: string;
}

export const keptWords: Readonly<Record<MemoryType, KindWords>> = {
  letter: { title: 'Your letter is kept.', use: 'read it', another: 'Write another' },
  photo: { title: 'Your photo is kept.', use: 'see it', another: 'Add another' },
  video: { title: 'Your video is kept.', use: 'watch it', another: 'Add another' },
  audio: { title: 'Your recording is kept.', use: 'listen to it', another: 'Add another' },
};

const groups: Readonly<Record<string, string>> = {
  children: 'your children',
  spouse: 'your spouse',
  family: 'your family',
  friends: 'your friends',
};

/** 'your children', 'Tom', or the name that was written. `firstName` is that of the person in the address book. */
export function nameAddressee(recipient: string, firstName: string | undefined): string {
  return firstName ?? groups[recipient] ?? recipient;
}

type Kept = Pick<Memory, 'type' | 'approval' | 'heldReason'>;

/** What is true of it now: for whom it is, who can read it, and whether it goes to anybody. */
export function describeKept(memory: Kept, to: string, reach: MemoryReach, nowMs: number): string {
  const given = describeGiven(reach, nowMs);
  if (given) return given;
  const noDay = 'It has no day yet, so it goes to nobody.';
  if (memory.approval !== 'approved') return `It is for ${to}. ${describeWaiting(memory)} ${noDay}`;
  return `It is for ${to}, and only you can ${keptWords[memory.type].use} until it is delivered. ${noDay}`;
}

function describeGiven(reach: MemoryReach, nowMs: number): string | undefined {
  const [next, ...others] = reach.upcoming.filter(({ recipients }) => recipients.length > 0);
  if (!next) return whoHasIt(reach);
  const more = others.length > 0 ? ` It has ${others.length + 1} days in all.` : '';
  return `It goes to ${listNames(next.recipients)} ${whenOf(next, nowMs)}.${more}`.replace(' .', '.');
}

function describeWaiting({ approval, heldReason }: Kept): string {
  if (approval === 'checking') return 'We are still checking the file, which takes a moment.';
  return heldReason ?? 'It cannot be delivered as it is.';
}

/** The day on the tag beside it; null while there is none. */
export function dayOnTag(reach: MemoryReach, nowMs: number): string | null {
  const next = reach.upcoming.find(({ recipients }) => recipients.length > 0);
  if (!next) return null;
  const when = whenOf(next, nowMs).replace(/^on /, '');
  return when || 'on its way';
}
