/**
 * A book of short chapters as a printable PDF: laid out first, so that the table of contents knows the page numbers,
 * then written page by page.
 */
import type { Readable } from 'node:stream';
import type { Book } from './book-contents.ts';

/** Streams the PDF (A5). Yields to other work between parts. */
export async function writeBook(book: Book): Promise<Readable> {
  // The PDF library and its fonts take 40 MB, so they are loaded with the first book.
  const [{ drawBook }, { openFaces }, { layOutBook }] = await Promise.all([
    import('./draw-book.ts'),
    import('./faces.ts'),
    import('./layout.ts'),
  ]);
  return drawBook(book, await layOutBook(book, openFaces()));
}
