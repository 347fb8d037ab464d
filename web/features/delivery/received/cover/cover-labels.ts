import { formatDate } from '../../../../../shared/dates.ts';
import type { ReceivedCover, WaitingMemory } from '../../../../../shared/delivery/received.ts';
import { spellLength } from '../../../../../shared/lengths.ts';
import { capitalized } from '../../../../../shared/letter-case.ts';
import { isWritten } from '../../../../../shared/memory-types.ts';

/** "Your mother, Ruth, left this for you." */
export function whoLeftIt({ ownerFirstName, ownerRelationship }: ReceivedCover): string {
  const who = ownerRelationship ? `Your ${ownerRelationship}, ${ownerFirstName},` : ownerFirstName;
  return `${who} left this for you.`;
}

/** "A letter, for whenever you are ready." Nothing about what was taken back or is being checked. */
export function whatWaits([first]: readonly WaitingMemory[]): string {
  return first
    ? `${capitalized(nameOf(first))}, for whenever you are ready.`
    : 'It is for whenever you are ready.';
}

/** One end of the thread: what happened then, and the day. */
export interface ThreadEnd {
  label: string;
  day: string;
}

/** The day on which it was written; a photo or a recording may be older than the day we got it. */
export function whereItBegan([first]: readonly WaitingMemory[], timeZone: string): ThreadEnd | null {
  if (!first) return null;
  const label = isWritten(first.type) ? 'written' : 'kept since';
  return { label, day: formatDate(first.createdAt, timeZone) };
}

/** "a video of 14 seconds" */
export function nameOf({ type, durationSeconds }: Pick<WaitingMemory, 'type' | 'durationSeconds'>): string {
  return durationSeconds === null ? names[type] : `${names[type]} of ${spellLength(durationSeconds)}`;
}

const names: Record<WaitingMemory['type'], string> = {
  letter: 'a letter',
  photo: 'a photo',
  video: 'a video',
  audio: 'a recording',
};
