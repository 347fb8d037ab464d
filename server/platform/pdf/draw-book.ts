/** Writes laid-out pages to a PDF, one after another. */
import type { Readable } from 'node:stream';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import type { Book } from './book-contents.ts';
import { colours, type Page, type PlacedLine, sheet, styles } from './sheet.ts';

const threadPath = 'M0 3 C 11 -4, 23 9, 36 3 S 60 -2, 72 3';
/** Only the fonts' default features; passing a list, even an empty one, makes pdfkit shape a run as a whole. */
const features: [] = [];

type About = Pick<Book, 'author' | 'title' | 'madeAt'>;

export function drawBook(book: About, pages: readonly Page[]): Readable {
  const document = new PDFDocument({
    size: [sheet.width, sheet.height],
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    lang: 'en',
    displayTitle: true,
    info: {
      Title: `${book.author}: ${book.title}`,
      Author: book.author,
      CreationDate: book.madeAt,
      ModDate: book.madeAt,
    },
  });
  const stream: Readable = document;
  drawPages(document, pages).catch((error: Error) => stream.destroy(error));
  return stream;
}

type Document = InstanceType<typeof PDFDocument>;

async function drawPages(document: Document, pages: readonly Page[]): Promise<void> {
  for (const page of pages) {
    // The reader may have disconnected.
    if ((document as Readable).destroyed) return;
    drawPage(document, page);
    await yieldToOthers();
  }
  document.end();
}

function drawPage(document: Document, page: Page): void {
  document.addPage();
  document.addNamedDestination(destination(page.number), 'XYZ', 0, 0, null);
  if (page.opens) document.outline.addItem(page.opens);
  for (const { x, y } of page.threads) {
    document.save().translate(x, y).path(threadPath).lineWidth(0.9).lineCap('round').stroke(colours.thread);
    document.restore();
  }
  for (const placed of page.lines) drawLine(document, placed);
}

function drawLine(document: Document, { line, style, x, y, leadsTo }: PlacedLine): void {
  const { size, leading, colour } = styles[style];
  let left = x + line.left;
  if (leadsTo) document.goTo(left, y - size, line.width, leading, destination(leadsTo));
  document.fillColor(colour);
  for (const { text, face, width } of line.runs) {
    document.registerFont(face.name, face.data);
    document.font(face.name, size);
    // The width is known; otherwise pdfkit would shape the text again to measure it.
    const options = { lineBreak: false, features, baseline: 'alphabetic', textWidth: width } as const;
    document.text(text, left, y, options);
    left += width;
  }
}

function destination(pageNumber: number): string {
  return `page-${pageNumber}`;
}
