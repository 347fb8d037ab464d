import { buffer } from 'node:stream/consumers';
import { answerQuestions } from '../thread.ts';
import type { Book } from './book-contents.ts';
import { drawBook } from './draw-book.ts';
import { openFaces } from './faces.ts';
import { layOutBook } from './layout.ts';

// Run by book.ts in threads of their own.

answerQuestions(
  async (book: Book): Promise<Uint8Array> => buffer(drawBook(book, await layOutBook(book, openFaces()))),
);
