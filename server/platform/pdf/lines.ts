/** Breaks paragraphs into lines so that the right edge is as even as the words allow. */
import LineBreaker from 'linebreak';
import { measure, orderRuns, type Paragraph, type Run } from './paragraphs.ts';

export interface Line {
  /** From left to right. */
  runs: Run[];
  /** From the left edge of the column, in points. */
  left: number;
  width: number;
}

/** An unbreakable stretch of text with the spaces after it. */
interface Piece {
  start: number;
  end: number;
  /** With and without the spaces, in points. */
  fullWidth: number;
  width: number;
}

/** Breaks a paragraph for a column of `columnWidth` points; right-to-left lines are aligned right. */
export function breakIntoLines(paragraph: Paragraph, columnWidth: number): Line[] {
  const pieces = readPieces(paragraph, columnWidth);
  return chooseBreaks(pieces, columnWidth, columnWidth * paragraph.style.lastLineShare).map(([first, last]) =>
    setLine(paragraph, pieces[first]?.start ?? 0, pieces[last]?.end ?? 0, columnWidth),
  );
}

function setLine(paragraph: Paragraph, start: number, end: number, columnWidth: number): Line {
  const visible = start + paragraph.text.slice(start, end).trimEnd().length;
  const runs = orderRuns(paragraph, start, visible);
  const width = runs.reduce((sum, run) => sum + run.width, 0);
  return { runs, width, left: paragraph.isRightToLeft ? columnWidth - width : 0 };
}

function readPieces(paragraph: Paragraph, columnWidth: number): Piece[] {
  return splitAtBreaks(paragraph.text)
    .flatMap(([start, end]) => splitToFit(paragraph, start, end, columnWidth))
    .map(([start, end]) => {
      const visible = start + paragraph.text.slice(start, end).trimEnd().length;
      const width = measure(paragraph, start, visible);
      return { start, end, width, fullWidth: width + measure(paragraph, visible, end) };
    });
}

type Span = readonly [start: number, end: number];

/** Scripts without spaces between words; word boundaries come from a dictionary. */
const unspaced = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const words = new Intl.Segmenter('und', { granularity: 'word' });
const characters = new Intl.Segmenter('und', { granularity: 'grapheme' });

function splitAtBreaks(text: string): Span[] {
  const breaker = new LineBreaker(text);
  const spans: Span[] = [];
  let start = 0;
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    const span: Span = [start, next.position];
    spans.push(...(unspaced.test(text.slice(...span)) ? splitBy(words, text, span) : [span]));
    start = next.position;
  }
  return spans;
}

/** Spaces stay with the word before them. */
function splitBy(segmenter: Intl.Segmenter, text: string, [start, end]: Span): Span[] {
  const spans: Span[] = [];
  for (const { segment, index } of segmenter.segment(text.slice(start, end))) {
    const before = spans.at(-1);
    if (before && segment.trim() === '')
      spans[spans.length - 1] = [before[0], start + index + segment.length];
    else spans.push([start + index, start + index + segment.length]);
  }
  return spans;
}

/** Anything wider than the column, such as a long URL, is broken where necessary. */
function splitToFit(paragraph: Paragraph, start: number, end: number, columnWidth: number): Span[] {
  if (measure(paragraph, start, end) <= columnWidth) return [[start, end]];
  const spans: Span[] = [];
  let first = start;
  for (const [from, to] of splitBy(characters, paragraph.text, [start, end])) {
    if (from > first && measure(paragraph, first, to) > columnWidth) {
      spans.push([first, from]);
      first = from;
    }
  }
  return [...spans, [first, end]];
}

/** The first and last piece of each line: of all ways to break, the one with the least ragged edge. */
function chooseBreaks(pieces: readonly Piece[], columnWidth: number, lastLineWidth: number): Span[] {
  const best: { cost: number; from: number }[] = [{ cost: 0, from: 0 }];
  for (let end = 1; end <= pieces.length; end += 1) {
    let choice = { cost: Number.POSITIVE_INFINITY, from: end - 1 };
    let widthBefore = 0;
    for (let from = end - 1; from >= 0; from -= 1) {
      const width = (pieces[end - 1]?.width ?? 0) + widthBefore;
      if (width > columnWidth && from < end - 1) break;
      const before = best[from]?.cost ?? 0;
      const wanted = end === pieces.length ? lastLineWidth : columnWidth;
      const cost = before + Math.max(0, wanted - width) ** 2;
      if (cost < choice.cost) choice = { cost, from };
      widthBefore += pieces[from - 1]?.fullWidth ?? 0;
    }
    best[end] = choice;
  }
  const spans: Span[] = [];
  for (let end = pieces.length; end > 0; ) {
    const from = best[end]?.from ?? end - 1;
    spans.unshift([from, end - 1]);
    end = from;
  }
  return spans;
}
