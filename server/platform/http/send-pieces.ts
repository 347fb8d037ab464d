import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { TakePiece } from '../storage/storage.ts';

/**
 * Answers with the pieces that `produce` hands over, waiting with each until the one before has left this process, so
 * that its memory may be used again. `describe` sets status and headers, the length among them, when the first piece is
 * there: a fault before it is thrown and can still be answered. After a later one the connection is cut, since the
 * promised length is not kept.
 */
export async function sendPieces(
  reply: FastifyReply,
  describe: () => void,
  produce: (take: TakePiece) => Promise<void>,
): Promise<void> {
  const { raw } = reply;
  const left = leavingOf(raw);
  let sentBytes = 0;
  try {
    await produce(async (piece) => {
      begin(reply, describe);
      await Promise.race([write(raw, piece), left]);
      sentBytes += piece.length;
    });
    begin(reply, describe);
    const promisedBytes = Number(reply.getHeader('content-length'));
    if (sentBytes !== promisedBytes) throw new Error(`${sentBytes} bytes were sent of ${promisedBytes}`);
    raw.end();
  } catch (err) {
    if (!reply.sent) throw err;
    if (!raw.destroyed) reply.log.error({ err }, 'an answer broke off');
    raw.destroy();
  }
}

function begin(reply: FastifyReply, describe: () => void): void {
  if (reply.sent) return;
  describe();
  const { raw, statusCode } = reply;
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value);
  }
  reply.hijack();
  raw.writeHead(statusCode);
}

/** Rejects when the reader goes before the answer has ended: what is being written then may never be called done. */
function leavingOf(raw: ServerResponse): Promise<never> {
  const left = new Promise<never>((_resolve, reject) => {
    raw.once('close', () => reject(new Error('The reader has left')));
  });
  left.catch(() => {});
  return left;
}

function write(raw: ServerResponse, piece: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    raw.write(piece, (error) => (error ? reject(error) : resolve()));
  });
}
