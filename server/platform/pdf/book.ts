/** A book of short chapters as a PDF to print: laid out first, so that the contents know their page numbers, then written page by page. */
import type { Readable } from 'node:stream';
import type { Book } from './book-contents.ts';

/** The PDF as a stream of bytes, A5. Other work goes on between its parts. */
export async function writeBook(book: Book): Promise<Readable> {
  // The PDF library and its fonts take 40 MB: loaded with the first book.
  const [{ drawBook }, { openFaces }, { layOutBook }] = await Promise.all([
    import('./draw-book.ts'),
    import('./faces.ts'),
    import('./layout.ts'),
  ]);
  return drawBook(book, await layOutBook(book, openFaces()));
}
