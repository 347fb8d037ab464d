import { buffer } from 'node:stream/consumers';
import { answerQuestions } from '../thread.ts';
import type { Book } from './book-contents.ts';
import { drawBook } from './draw-book.ts';
import { openFaces } from './faces.ts';
import { layOutBook } from './layout.ts';
import { layOutOnePage, type OnePage } from './one-page.ts';

// Run by book.ts in threads of their own.

answerQuestions(async (written: Book | OnePage): Promise<Uint8Array> => {
  const faces = openFaces();
  const pages = 'chapters' in written ? await layOutBook(written, faces) : [layOutOnePage(written, faces)];
  return buffer(drawBook(written, pages));
});
