import type { FastifyRequest } from 'fastify';

/** A browser only reads the response after sending its whole body; we read and discard up to this much. */
const discardMaxBytes = 128 * 1024 * 1024;

/** Reads and discards the rest of a body. Without this the client would block on sending and never read the response. */
export function discardRest({ raw }: Pick<FastifyRequest, 'raw'>): void {
  if (raw.destroyed || raw.readableEnded) return;
  let left = discardMaxBytes;
  raw.unpipe();
  raw.on('error', () => {});
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) raw.destroy();
  });
  raw.resume();
}
