/**
 * A book of short chapters, or a single page, as a printable PDF (A5): laid out first, so that the table of contents knows the page numbers,
 * then written page by page.
 */
import { AppError } from '../errors.ts';
import { inThread } from '../thread.ts';
import type { Book } from './book-contents.ts';
import type { OnePage } from './one-page.ts';

const script = new URL('./book.thread.ts', import.meta.url);
const limits = { answerSeconds: 120, idleSeconds: 60, waitingAtMost: 1, heapMegabytes: 512 };
const threads = [
  inThread<Book | OnePage, Uint8Array>(script, limits),
  inThread<Book | OnePage, Uint8Array>(script, limits),
];

/** How many books this process can make at once. */
export const concurrentBooks = threads.length;

/**
 * Makes the PDF in a thread of its own, since a long one would block all other requests for seconds. Throws 503 if all
 * threads are busy, or if a book takes more than two minutes or half a gigabyte.
 */
export async function writeBook(book: Book | OnePage): Promise<Buffer> {
  const write = threads.pop();
  if (!write) throw new AppError('unavailable', 'We are busy right now. Please try again shortly.');
  try {
    return Buffer.from(await write(book));
  } finally {
    threads.push(write);
  }
}
