import { formatDate } from '../../../../../shared/dates.ts';
import type { ReceivedCover, WaitingMemory } from '../../../../../shared/delivery/received.ts';
import { spellLength } from '../../../../../shared/lengths.ts';
import { listNames } from '../../../../../shared/list-names.ts';
import { isWritten } from '../../../../../shared/memory-types.ts';

/** "Your mother, Ruth, left this for you." */
export function whoLeftIt({ ownerFirstName, ownerRelationship }: ReceivedCover): string {
  const who = ownerRelationship ? `Your ${ownerRelationship}, ${ownerFirstName},` : ownerFirstName;
  return `${who} left this for you.`;
}

/** "A letter, for whenever you are ready." Without a word about what was taken back or is being checked. */
export function whatWaits(memories: readonly WaitingMemory[], memoriesWaiting: number): string {
  const kinds = [...new Set(memories.map(({ type }) => type))];
  const names = kinds.map((kind) => nameAll(memories.filter(({ type }) => type === kind)));
  if (memoriesWaiting < 2 && names.length === 0) return 'It is for whenever you are ready.';
  const isAllTold = memories.length === memoriesWaiting;
  if (isAllTold && names.length === 1) return `${upperFirst(listNames(names))}, for whenever you are ready.`;
  const what = isAllTold ? `: ${listNames(names)}` : '';
  return `${upperFirst(countOf(memoriesWaiting))} memories${what}.`;
}

/** One end of the thread: what happened there, and the day. */
export interface ThreadEnd {
  label: string;
  day: string;
}

/** The day on which the oldest of them was written; a photo or a recording may be older than the day we got it. */
export function whereItBegan(memories: readonly WaitingMemory[], timeZone: string): ThreadEnd | null {
  const [oldest] = memories.map(({ createdAt }) => createdAt).toSorted();
  if (!oldest) return null;
  const isLetters = memories.every(({ type }) => isWritten(type));
  const label = isLetters && memories.length === 1 ? 'written' : 'kept since';
  return { label, day: formatDate(oldest, timeZone) };
}

function nameAll(memories: WaitingMemory[]): string {
  const [first] = memories;
  if (!first) return '';
  return memories.length === 1 ? nameOf(first) : `${countOf(memories.length)} ${plurals[first.type]}`;
}

function nameOf({ type, durationSeconds }: WaitingMemory): string {
  return durationSeconds === null ? names[type] : `${names[type]} of ${spellLength(durationSeconds)}`;
}

const names: Record<WaitingMemory['type'], string> = {
  letter: 'a letter',
  photo: 'a photo',
  video: 'a video',
  audio: 'a recording',
};

const plurals: Record<WaitingMemory['type'], string> = {
  letter: 'letters',
  photo: 'photos',
  video: 'videos',
  audio: 'recordings',
};

const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

function countOf(count: number): string {
  return numbers[count] ?? String(count);
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
