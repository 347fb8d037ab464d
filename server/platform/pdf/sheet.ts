/** The page and its styles. Lengths are in points from the top left corner; a line's baseline is at its `y`. */
import type { Line } from './lines.ts';
import type { TextStyle } from './paragraphs.ts';

/** A5. */
export const sheet = { width: 419.53, height: 595.28 };

export const column = {
  width: 305,
  /** The inner margin is wider because the book may be bound. */
  innerMargin: 60,
  outerMargin: 54.53,
  firstBaseline: 78,
  lastBaseline: 523.5,
};

export const runningHeadBaseline = 46;
export const folioBaseline = 557;

export const colours = { ink: '#2a2522', soft: '#5a5149', thread: '#c9973b' } as const;

interface Style extends TextStyle {
  leading: number;
  colour: string;
}

export const styles = {
  body: { face: 'roman', size: 11, leading: 16.5, lastLineShare: 0.12, colour: colours.ink },
  heading: { face: 'italic', size: 14, leading: 19, lastLineShare: 0.5, colour: colours.ink },
  chapter: { face: 'roman', size: 26, leading: 31, lastLineShare: 0.5, colour: colours.ink },
  author: { face: 'roman', size: 32, leading: 38, lastLineShare: 0.5, colour: colours.ink },
  title: { face: 'italic', size: 17, leading: 23, lastLineShare: 0.5, colour: colours.soft },
  note: { face: 'roman', size: 9.5, leading: 14, lastLineShare: 0.3, colour: colours.soft },
  contentsChapter: { face: 'roman', size: 12, leading: 17, lastLineShare: 0.3, colour: colours.ink },
  contentsSection: { face: 'roman', size: 10, leading: 13, lastLineShare: 0.4, colour: colours.soft },
  runningHead: { face: 'italic', size: 9.5, leading: 14, lastLineShare: 0, colour: colours.soft },
  folio: { face: 'roman', size: 10, leading: 14, lastLineShare: 0, colour: colours.soft },
} as const satisfies Record<string, Style>;

export type StyleName = keyof typeof styles;

export interface PlacedLine {
  line: Line;
  style: StyleName;
  /** The left edge of the column, or of the line itself where it is indented or centred. */
  x: number;
  y: number;
  /** The page it links to. */
  leadsTo?: number | undefined;
}

export interface Page {
  /** Starts at 1. */
  number: number;
  lines: PlacedLine[];
  /** Where the golden thread is drawn. */
  threads: { x: number; y: number }[];
  /** The chapter that begins here, for the PDF outline. */
  opens?: string | undefined;
}

/** Odd pages are right-hand pages. */
export function columnLeft(pageNumber: number): number {
  return pageNumber % 2 === 1 ? column.innerMargin : column.outerMargin;
}

export function newPage(number: number): Page {
  return { number, lines: [], threads: [] };
}
