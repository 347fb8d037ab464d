import { parseDate } from '@internationalized/date';
import type { Life, Stop } from './life.ts';

/** The width of the page's column, in px. This layout is only shown at this width. */
export const lifeWidth = 1120;

/** Half the width of each kind, and the space between two of them. */
const halfCard = 116;
const halfLabel = 78;
const air = 12;

/** The label of today is above the thread, where the stem of a card would cross it. */
const besideToday = 132;

/** More than these on one day would reach too high above the thread. */
const mostOnOneDay = 3;

/** The end of the loose part of the thread, for what comes after a death. */
const afterX = lifeWidth - halfCard;

export interface LifeLayout {
  /** The distance of each stop from the left, in px, by its key. Empty stops without room are left out. */
  x: ReadonlyMap<string, number>;
  /** The birthdays that are not named. */
  ticks: readonly number[];
  /** How far the thread is drawn as a solid line; beyond it hangs loose. */
  solidUntil: number;
}

/**
 * Places a life on a line, to scale: distances match the days, unless two stops would overlap. Null if there
 * is more than a line can hold, or if something is late, since the line begins today.
 */
export function layOutLife({ today, until, stops, emptyBirthdays }: Life): LifeLayout | null {
  if (stops[0]?.kind !== 'today' || stops.some(({ items }) => items.length > mostOnOneDay)) return null;
  const hasAfter = stops.some(({ kind }) => kind === 'after');
  const dated = stops.filter(({ kind }) => kind === 'day' || kind === 'gap');
  const shown = withRoom(dated, hasAfter);
  if (!shown) return null;
  const room = roomFor(shown, hasAfter);
  const days = (date: string) => daysBetween(today, date);
  const lastDay = days(until);
  const end = hasAfter ? Math.min(room, 722) : room;
  const places = apart(
    shown.map(({ at }) => (days(at ?? today) / lastDay) * end),
    shown,
    room,
  );
  const x = new Map([
    ['today', 0] as const,
    ...shown.map(({ key }, index) => [key, places[index] ?? 0] as const),
  ]);
  if (hasAfter) x.set('after', afterX);
  const scale = [
    [0, 0] as const,
    ...shown.map(({ at }, index) => [days(at ?? today), places[index] ?? 0] as const),
  ];
  const lastX = places.at(-1) ?? 0;
  return {
    x,
    ticks: ticksOf(
      emptyBirthdays.map((date) => onScale(scale, days(date), end / lastDay)),
      stops.flatMap(({ key, kind }) => (kind === 'gap' ? [] : (x.get(key) ?? []))),
    ),
    solidUntil: hasAfter ? (lastX + afterX) / 2 : lastX,
  };
}

/** Drops the last empty stops until there is room for all. */
function withRoom(stops: readonly Stop[], hasAfter: boolean): readonly Stop[] | null {
  if (needed(stops) <= roomFor(stops, hasAfter)) return stops;
  const last = stops.findLastIndex(({ items }) => items.length === 0);
  return last === -1 ? null : withRoom(stops.toSpliced(last, 1), hasAfter);
}

/** How far to the right the last of them may be. */
function roomFor(stops: readonly Stop[], hasAfter: boolean): number {
  const last = stops.at(-1);
  if (!hasAfter || !last) return afterX;
  return afterX - 2 * (last.items.length > 0 ? halfCard : halfLabel) - air;
}

function needed(stops: readonly Stop[]): number {
  return stops.reduce((sum, stop, index) => sum + gapBefore(stops, index, stop), 0);
}

/** Moves stops that are too close to the right, and then back from the end if they left the page. */
function apart(wanted: readonly number[], stops: readonly Stop[], room: number): number[] {
  const places = [...wanted];
  for (const [index, stop] of stops.entries()) {
    places[index] = Math.max(places[index] ?? 0, (places[index - 1] ?? 0) + gapBefore(stops, index, stop));
  }
  for (let index = stops.length - 1; index >= 0; index -= 1) {
    const next = stops[index + 1];
    const most = next ? (places[index + 1] ?? 0) - gapBefore(stops, index + 1, next) : room;
    places[index] = Math.min(places[index] ?? 0, most);
  }
  return places;
}

function gapBefore(stops: readonly Stop[], index: number, stop: Stop): number {
  const before = stops[index - 1];
  if (!before) return stop.items.length > 0 ? besideToday : halfLabel;
  const areCards = before.items.length > 0 && stop.items.length > 0;
  return 2 * (areCards ? halfCard : halfLabel) + air;
}

function onScale(scale: readonly (readonly [number, number])[], day: number, rate: number): number {
  const index = scale.findLastIndex(([from]) => from <= day);
  const [fromDay, fromX] = scale[index] ?? [0, 0];
  const next = scale[index + 1];
  if (!next) return fromX + (day - fromDay) * rate;
  const [toDay, toX] = next;
  return fromX + ((day - fromDay) / (toDay - fromDay)) * (toX - fromX);
}

/** The birthdays that overlap neither a bead nor each other. */
function ticksOf(places: readonly number[], beads: readonly number[]): number[] {
  const shown: number[] = [];
  for (const place of places) {
    const isFree = [...beads, ...shown.slice(-1)].every((taken) => Math.abs(taken - place) >= 11);
    if (isFree && place <= afterX) shown.push(place);
  }
  return shown;
}

export function daysBetween(from: string, until: string): number {
  return parseDate(until).compare(parseDate(from));
}

/** The height of the thread at `x`: it sways once over its length. */
export function swayAt(x: number, length: number, height: number): number {
  return Math.sin((x / length) * 2 * Math.PI) * height;
}

/** The thread from `from` to `until`, as an SVG path around the height `middle`. */
export function swayPath(
  from: number,
  until: number,
  sway: { length: number; height: number; middle: number },
): string {
  const steps = Math.max(1, Math.ceil((until - from) / 20));
  const points = Array.from({ length: steps + 1 }, (_, index) => from + ((until - from) * index) / steps);
  return points
    .map(
      (x, index) =>
        `${index === 0 ? 'M' : 'L'}${round(x)} ${round(sway.middle + swayAt(x, sway.length, sway.height))}`,
    )
    .join('');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
