/** A book of short chapters as a PDF to print: laid out first, so that the contents know their page numbers, then written page by page. */
import type { Readable } from 'node:stream';
import type { Book } from './book-contents.ts';
import { drawBook } from './draw-book.ts';
import { openFaces } from './faces.ts';
import { layOutBook } from './layout.ts';

/** The PDF as a stream of bytes, A5. Other work goes on between its parts. */
export async function writeBook(book: Book): Promise<Readable> {
  const pages = await layOutBook(book, openFaces());
  return drawBook(book, pages);
}
