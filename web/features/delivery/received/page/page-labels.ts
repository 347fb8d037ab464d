import { formatDate } from '../../../../../shared/dates.ts';
import type {
  CameByPost,
  OpenedBefore,
  ReceivedCover,
  WaitingMemory,
} from '../../../../../shared/delivery/received.ts';
import { spellLength } from '../../../../../shared/lengths.ts';
import { isWritten, type MemoryType, memoryNouns } from '../../../../../shared/memory-types.ts';
import { deviceTimeZone } from '../../../../lib/device.ts';

/** A day as it is shown beside the thread. */
export interface ThreadDay {
  day: string;
  year: string;
}

/** '20 November' and '2038', from '20 November 2038'; for today, 'Today' and the whole date. */
export function threadDay(date: string, today: string): ThreadDay {
  if (date === today) return { day: 'Today', year: date };
  // On a screen it is one that does not break.
  const space = date.search(/\s\d+$/);
  return { day: date.slice(0, space), year: date.slice(space + 1) };
}

/** "Your mother kept these for you." In the owner's own word for themselves, if they chose one. */
export function whoGives({
  ownerFirstName,
  ownerRelationship,
  ownerDied,
  said,
}: Pick<ReceivedCover, 'ownerFirstName' | 'ownerRelationship' | 'ownerDied' | 'said'>): string {
  const who = ownerRelationship ? `Your ${ownerRelationship}` : ownerFirstName;
  // A device that the page does not know is not told whether the owner is alive.
  if (!said) return `${who} left these for you.`;
  return `${who} ${ownerDied ? 'kept these for you' : 'sends you these'}.`;
}

/** "Ruth wrote it on 12 October 2026." What can be said about what waits, without its content. */
export function sinceWhen(
  { type, createdAt }: Pick<WaitingMemory, 'type' | 'createdAt'>,
  ownerFirstName: string,
  timeZone: string,
): string {
  const day = formatDate(createdAt, timeZone);
  if (isWritten(type)) return `${ownerFirstName} wrote it on ${day}.`;
  return `${ownerFirstName} had kept it for you since ${day}.`;
}

/** "a recording, 18 seconds" */
export function kindOf({ type, durationSeconds }: Pick<OpenedBefore, 'type' | 'durationSeconds'>): string {
  const kind = `a ${memoryNouns[type]}`;
  return durationSeconds === null ? kind : `${kind}, ${spellLength(durationSeconds)}`;
}

/** "by post, arrived on 28 November 2038" */
export function whenItCame({ type, arrivedAt }: Pick<CameByPost, 'type' | 'arrivedAt'>): string {
  const what = type ? `a ${memoryNouns[type]} by post` : 'by post';
  return `${what}, arrived on ${formatDate(arrivedAt, deviceTimeZone())}`;
}

/** The label for looking at it again. */
export const againLabels: Readonly<Record<MemoryType, string>> = {
  letter: 'Read it again',
  photo: 'See it again',
  video: 'See it again',
  audio: 'Listen again',
};

const longestLine = 120;

/** The first line of what somebody wrote, short enough for a list. */
export function firstLine(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  if (line.length <= longestLine) return line;
  const cut = line.slice(0, longestLine);
  const space = cut.lastIndexOf(' ');
  return `${space > 0 ? cut.slice(0, space) : cut}…`;
}
