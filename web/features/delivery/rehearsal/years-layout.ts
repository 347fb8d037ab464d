import { swayAt } from '../deliveries/deliveries.ts';

/** In the picture's own units; it is as wide as the page's column. */
export const yearsWidth = 1120;
export const yearsSway = { length: yearsWidth, height: 10, middle: 170 };
const margin = 30;

/** The two heights of words above the thread. */
const heights = { low: 92, high: 34 };
/** The approximate width of a character on each line, and the space beside it. */
const nameCharacter = 9;
const textCharacter = 7.4;
const air = 16;

export interface DatedKnot {
  key: string;
  /** YYYY-MM-DD */
  date: string;
  name: string;
  text: string;
  isTrouble: boolean;
}

export interface PlacedKnot extends DatedKnot {
  x: number;
  /** The height on the thread. */
  y: number;
  /** Null if there is no room for its words; the list below says the same. */
  labelY: number | null;
  anchor: 'start' | 'middle' | 'end';
}

export interface YearsLayout {
  knots: readonly PlacedKnot[];
  ticks: readonly { year: number; x: number }[];
  /** The place of any day on the line. */
  xOf: (date: string) => number;
}

/** Places deliveries on a line of years, to scale, with as many names above it as there is room for. */
export function layOutYears(knots: readonly DatedKnot[], firstYear: number, lastYear: number): YearsLayout {
  const end = Math.max(lastYear, firstYear) + 1;
  const span = end - firstYear;
  const xOf = (date: string) =>
    margin + (yearsWidth - 2 * margin) * Math.min(1, (yearOf(date) - firstYear) / span);
  const inOrder = knots
    .toSorted((one, other) => one.date.localeCompare(other.date))
    .map((knot) => ({ ...knot, ...spanOf(knot, xOf(knot.date)) }));
  const free = { low: 0, high: 0, stem: 0 };
  const placed = inOrder.map((knot, index) => place(knot, inOrder[index + 1], free));
  return { knots: placed, ticks: ticksOf(firstYear, end, xOf), xOf };
}

type Span = Pick<PlacedKnot, 'x' | 'anchor'> & { from: number; until: number };

/** The horizontal space that the words of a knot take up. */
function spanOf({ name, text }: DatedKnot, x: number): Span {
  const width = Math.max(name.length * nameCharacter, text.length * textCharacter) + air;
  const anchor = x < width / 2 ? 'start' : x > yearsWidth - width / 2 ? 'end' : 'middle';
  const from = x - { start: 0, middle: width / 2, end: width }[anchor];
  return { x, anchor, from, until: from + width };
}

/** Low if there is room, and high if the stem of the next one would cut through it. No stem cuts through words. */
function place(
  { from, until, ...knot }: DatedKnot & Span,
  next: Span | undefined,
  free: { low: number; high: number; stem: number },
): PlacedKnot {
  const y = yearsSway.middle + swayAt(knot.x, yearsWidth, yearsSway.height);
  const wantsHigh = next !== undefined && next.from < until;
  const fitsHigh = free.high <= from && free.low <= knot.x;
  if (fitsHigh && (wantsHigh || free.low > from)) {
    free.high = until;
    free.stem = knot.x;
    return { ...knot, y, labelY: heights.high };
  }
  if (free.low > from || free.stem > from || (next && next.x < until)) return { ...knot, y, labelY: null };
  free.low = until;
  return { ...knot, y, labelY: heights.low };
}

/** 2031.34 */
function yearOf(date: string): number {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return year + (month - 1) / 12 + (day - 1) / 372;
}

const mostTicks = 8;

function ticksOf(first: number, end: number, xOf: (date: string) => number) {
  const every = Math.ceil((end - first) / (mostTicks - 1));
  const years = Array.from(
    { length: Math.floor((end - first) / every) + 1 },
    (_, index) => first + index * every,
  );
  return years.map((year) => ({ year, x: xOf(`${year}-01-01`) }));
}
