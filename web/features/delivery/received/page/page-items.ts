import { formatDate, formatDay } from '../../../../../shared/dates.ts';
import type {
  CameByPost,
  OpenedBefore,
  ReceivedCover,
  WaitingMemory,
} from '../../../../../shared/delivery/received.ts';
import { dayIn } from '../../../../lib/calendar-day.ts';

export type PageItem =
  | { kind: 'waiting'; at: string; item: WaitingMemory }
  | { kind: 'opened'; at: string; item: OpenedBefore }
  | { kind: 'post'; at: string; item: CameByPost };

/** One day on the thread: what came on it, or that the owner died. */
export type PageDay =
  | { kind: 'given'; date: string; items: readonly PageItem[] }
  | { kind: 'death'; date: string };

/** Everything given so far, by day in `timeZone`, newest first; within a day, what waits comes before what was opened. */
export function daysOf(cover: ReceivedCover, timeZone: string): PageDay[] {
  const items: PageItem[] = [
    ...cover.memories.map((item) => ({ kind: 'waiting' as const, at: item.deliveredAt, item })),
    ...cover.opened.map((item) => ({ kind: 'opened' as const, at: item.deliveredAt, item })),
    ...cover.byPost.map((item) => ({ kind: 'post' as const, at: item.arrivedAt, item })),
  ];
  const sorted = items.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
  const given: PageDay[] = [...Map.groupBy(sorted, ({ at }) => formatDate(at, timeZone))].map(
    ([date, together]) => ({ kind: 'given', date, items: together }),
  );
  return cover.ownerDiedOn ? withDeath(given, cover.ownerDiedOn, timeZone) : given;
}

/** What was given on the day of the death or later is shown above it. */
function withDeath(given: PageDay[], diedOn: string, timeZone: string): PageDay[] {
  const isBefore = (day: PageDay) =>
    day.kind === 'given' && day.items.every(({ at }) => dayIn(timeZone, at) < diedOn);
  const place = given.findIndex(isBefore);
  const death: PageDay = { kind: 'death', date: formatDay(diedOn) };
  return place < 0 ? [...given, death] : given.toSpliced(place, 0, death);
}

/** Whether the page has a single memory and nothing else, so that no list is needed. */
export function isOnlyOne({ memories, opened, byPost }: ReceivedCover): boolean {
  return opened.length === 1 && memories.length === 0 && byPost.length === 0;
}

/** What a few words back would be about: the memory being read, or else the one opened last. */
export function aboutOf({ opened }: ReceivedCover, id?: string): OpenedBefore | undefined {
  const known = opened.filter(({ withdrawn }) => !withdrawn);
  if (id) return known.find((one) => one.id === id);
  return known.toSorted((a, b) => Date.parse(b.openedAt) - Date.parse(a.openedAt))[0];
}
