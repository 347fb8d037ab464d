/** Flows headings and their text over pages without orphans, widows or stranded headings. */
import type { Section } from './book-contents.ts';
import type { Faces } from './faces.ts';
import { breakIntoLines, type Line } from './lines.ts';
import { readParagraph } from './paragraphs.ts';
import { column, columnLeft, newPage, type Page, type StyleName, styles } from './sheet.ts';

/** Where the next line would go. */
export interface Cursor {
  page: Page;
  y: number;
}

const spaceBeforeHeading = 36;
const headingToText = 23;
const pause = 8.25;

interface TextLine {
  line: Line;
  /** Distance from the previous line. */
  advance: number;
  isFirstOfParagraph: boolean;
  isLastOfParagraph: boolean;
}

interface FlownSection {
  /** The pages that were started for it. */
  begun: Page[];
  /** The number of the page with its heading. */
  startsOn: number;
  end: Cursor;
}

/** Sets one section from `cursor` on. */
export function flowSection(section: Section, cursor: Cursor, faces: Faces): FlownSection {
  const heading = setText(section.heading, 'heading', faces, column.width);
  const text = readText(section.text, faces);
  const begun: Page[] = [];
  let { page, y } = cursor;

  function turnPage() {
    page = newPage(page.number + 1);
    y = column.firstBaseline;
    begun.push(page);
  }

  const firstTextY = () => y + (heading.length - 1) * styles.heading.leading + headingToText;
  if (fittingLines(text, 0, firstTextY()) === 0) turnPage();
  const startsOn = page.number;
  for (const line of heading) {
    page.lines.push({ line, style: 'heading', x: columnLeft(page.number), y });
    y += styles.heading.leading;
  }
  y += headingToText - styles.heading.leading;

  for (let from = 0; from < text.length; ) {
    const end = fittingLines(text, from, y);
    for (const { line, advance } of text.slice(from, end)) {
      y += page.lines.at(-1)?.style === 'body' ? advance : 0;
      page.lines.push({ line, style: 'body', x: columnLeft(page.number), y });
    }
    from = end;
    if (from < text.length) turnPage();
  }
  return { begun, startsOn, end: { page, y: y + spaceBeforeHeading } };
}

export function setText(text: string, style: StyleName, faces: Faces, columnWidth: number): Line[] {
  return breakIntoLines(readParagraph(text, styles[style], faces), columnWidth);
}

function readText(text: string, faces: Faces): TextLine[] {
  const lines: TextLine[] = [];
  let isAfterPause = false;
  for (const source of text.trim().split(/\r\n|[\r\n\u2028\u2029]/)) {
    if (source.trim() === '') {
      isAfterPause = true;
      continue;
    }
    const paragraph = setText(source.trimEnd(), 'body', faces, column.width);
    for (const [at, line] of paragraph.entries()) {
      const isFirstOfParagraph = at === 0;
      lines.push({
        line,
        advance: styles.body.leading + (isFirstOfParagraph && isAfterPause ? pause : 0),
        isFirstOfParagraph,
        isLastOfParagraph: at === paragraph.length - 1,
      });
    }
    isAfterPause = false;
  }
  return lines;
}

/** The index after the last line that fits on the page when line `from` is at `y`; `from` itself when none fits. */
function fittingLines(lines: readonly TextLine[], from: number, y: number): number {
  let end = from;
  for (let at = y; end < lines.length && at <= column.lastBaseline; ) {
    end += 1;
    at += lines[end]?.advance ?? 0;
  }
  while (end > from && !mayBreakBefore(lines, end)) end -= 1;
  return end;
}

/** Neither a paragraph nor a text leaves a single line at the end of a page or at the top of the next. */
function mayBreakBefore(lines: readonly TextLine[], at: number): boolean {
  const [before, after] = [lines[at - 1], lines[at]];
  if (!before || !after) return true;
  const leavesOne = before.isFirstOfParagraph && !before.isLastOfParagraph;
  const carriesOne = after.isLastOfParagraph && !after.isFirstOfParagraph;
  const isTextSplit = (at === 1 || at === lines.length - 1) && lines.length > 2;
  return !leavesOne && !carriesOne && !isTextSplit;
}
