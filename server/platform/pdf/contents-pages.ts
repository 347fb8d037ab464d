/** The table of contents: chapters, each with its sections. */
import type { Book } from './book-contents.ts';
import type { Faces } from './faces.ts';
import type { Line } from './lines.ts';
import { setText } from './section-flow.ts';
import { column, columnLeft, newPage, type Page, type StyleName, styles } from './sheet.ts';

const headingToEntries = 38;
const spaceBeforeChapter = 10;
const spaceBeforeSection = 1.5;
const sectionIndent = 14;
/** Space between an entry and its page number. */
const numberRoom = 26;

/** The page on which each section of each chapter begins. */
type PageNumbers = readonly (readonly number[])[];

interface Entry {
  style: StyleName;
  indent: number;
  lines: Line[];
  spaceBefore: number;
  pageNumber: number | undefined;
}

/** The page numbers are not needed: they take up no space. */
export function contentsPageCount(book: Book, faces: Faces): number {
  return layOutContents(book, [], 1, faces).length;
}

export function layOutContents(book: Book, numbers: PageNumbers, firstNumber: number, faces: Faces): Page[] {
  let page = newPage(firstNumber);
  const pages = [page];
  let y = column.firstBaseline;
  for (const line of setText('Contents', 'chapter', faces, column.width)) {
    page.lines.push({ line, style: 'chapter', x: columnLeft(page.number), y });
  }
  y += headingToEntries;
  const entries = readEntries(book, numbers, faces);
  for (const [at, entry] of entries.entries()) {
    const { leading } = styles[entry.style];
    // A chapter must not be the last line of a page.
    const next = entry.style === 'contentsChapter' ? (entries[at + 1]?.lines.length ?? 0) * leading : 0;
    if (y + entry.spaceBefore + (entry.lines.length - 1) * leading + next > column.lastBaseline) {
      page = newPage(page.number + 1);
      pages.push(page);
      y = column.firstBaseline;
    } else if (page.lines.at(-1)?.style !== 'chapter') {
      y += entry.spaceBefore;
    }
    y = putEntry(page, entry, y, faces) + leading;
  }
  return pages;
}

function readEntries(book: Book, numbers: PageNumbers, faces: Faces): Entry[] {
  const read = (
    style: StyleName,
    text: string,
    indent: number,
    spaceBefore: number,
    pageNumber?: number,
  ) => ({
    style,
    indent,
    lines: setText(text, style, faces, column.width - indent - numberRoom),
    spaceBefore,
    pageNumber,
  });
  return book.chapters.flatMap((chapter, at) => [
    read('contentsChapter', chapter.title, 0, spaceBeforeChapter, numbers[at]?.[0]),
    ...chapter.sections.map((section, place) =>
      read('contentsSection', section.heading, sectionIndent, spaceBeforeSection, numbers[at]?.[place]),
    ),
  ]);
}

/** Returns the y of the entry's last line, which also carries the number. */
function putEntry(page: Page, entry: Entry, y: number, faces: Faces): number {
  const { style, indent, lines, pageNumber } = entry;
  const left = columnLeft(page.number);
  const lastY = y + (lines.length - 1) * styles[style].leading;
  for (const [at, line] of lines.entries()) {
    const lineY = y + at * styles[style].leading;
    page.lines.push({ line, style, x: left + indent, y: lineY, leadsTo: pageNumber });
  }
  const [number] = pageNumber ? setText(String(pageNumber), style, faces, column.width) : [];
  if (number) {
    const x = left + column.width - number.width;
    page.lines.push({ line: number, style, x, y: lastY, leadsTo: pageNumber });
  }
  return lastY;
}
