/** All pages of a book: title, imprint, contents, chapters. */
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Book, Chapter } from './book-contents.ts';
import { contentsPageCount, layOutContents } from './contents-pages.ts';
import type { Faces } from './faces.ts';
import { type Cursor, flowSection, setText } from './section-flow.ts';
import {
  column,
  columnLeft,
  folioBaseline,
  newPage,
  type Page,
  runningHeadBaseline,
  type StyleName,
  styles,
} from './sheet.ts';

const titleBaseline = 214;
const chapterBaseline = 166;
/** From the last line of a large title to the golden thread under it. */
const titleToThread = 26;

export async function layOutBook(book: Book, faces: Faces): Promise<Page[]> {
  const front = [titlePage(book, faces), imprintPage(book, faces)];
  const contentsCount = contentsPageCount(book, faces);
  const body: Page[] = [];
  const numbers: number[][] = [];
  for (const chapter of book.chapters) {
    const firstNumber = front.length + contentsCount + body.length + 1;
    const { pages, sectionNumbers } = await layOutChapter(chapter, firstNumber, faces);
    for (const page of pages.slice(1)) addRunningHead(page, book, chapter, faces);
    body.push(...pages);
    numbers.push(sectionNumbers);
  }
  const contents = layOutContents(book, numbers, front.length + 1, faces);
  for (const page of [...contents, ...body]) addFolio(page, faces);
  return [...front, ...contents, ...body];
}

function titlePage({ author, title, titleNote }: Book, faces: Faces): Page {
  const page = newPage(1);
  const afterAuthor = putLines(page, author, 'author', titleBaseline, faces);
  page.threads.push({ x: columnLeft(1), y: afterAuthor + titleToThread });
  putLines(page, title, 'title', afterAuthor + titleToThread + 40, faces);
  putLines(page, titleNote, 'note', column.lastBaseline, faces);
  return page;
}

function imprintPage({ imprint }: Book, faces: Faces): Page {
  const page = newPage(2);
  const lineCount = imprint.flatMap((text) => setText(text, 'note', faces, column.width)).length;
  let y = column.lastBaseline - (lineCount - 1) * styles.note.leading;
  for (const text of imprint) y = putLines(page, text, 'note', y, faces) + styles.note.leading;
  return page;
}

async function layOutChapter(chapter: Chapter, firstNumber: number, faces: Faces) {
  const first: Page = { ...newPage(firstNumber), opens: chapter.title };
  const afterTitle = putLines(first, chapter.title, 'chapter', chapterBaseline, faces);
  first.threads.push({ x: columnLeft(firstNumber), y: afterTitle + titleToThread - 4 });
  const pages = [first];
  const sectionNumbers: number[] = [];
  let cursor: Cursor = { page: first, y: afterTitle + 84 };
  for (const section of chapter.sections) {
    // Setting a section takes milliseconds; a book of fifty must not block other work.
    await yieldToOthers();
    const { begun, startsOn, end } = flowSection(section, cursor, faces);
    sectionNumbers.push(startsOn);
    pages.push(...begun);
    cursor = end;
  }
  return { pages, sectionNumbers };
}

/** Puts a text on the page from `y` on; returns the y of its last line. */
function putLines(page: Page, text: string, style: StyleName, y: number, faces: Faces): number {
  const lines = setText(text, style, faces, column.width);
  for (const [at, line] of lines.entries()) {
    page.lines.push({ line, style, x: columnLeft(page.number), y: y + at * styles[style].leading });
  }
  return y + (lines.length - 1) * styles[style].leading;
}

/** The author on left pages, the chapter on right ones, at the outer edge. */
function addRunningHead(page: Page, { author }: Book, { title }: Chapter, faces: Faces): void {
  const isRight = page.number % 2 === 1;
  const [line] = setText(isRight ? title : author, 'runningHead', faces, column.width);
  if (!line) return;
  const indent = isRight ? column.width - line.width - line.left : -line.left;
  page.lines.push({
    line,
    style: 'runningHead',
    x: columnLeft(page.number) + indent,
    y: runningHeadBaseline,
  });
}

function addFolio(page: Page, faces: Faces): void {
  const [line] = setText(String(page.number), 'folio', faces, column.width);
  if (!line) return;
  const x = columnLeft(page.number) + (column.width - line.width) / 2;
  page.lines.push({ line, style: 'folio', x, y: folioBaseline });
}
