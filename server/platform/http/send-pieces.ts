import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { TakePiece } from '../storage/storage.ts';

/**
 * Sends the pieces that `produce` yields, waiting until each has left this process before taking the next, so that
 * its memory can be reused. `describe` sets the status and headers, including the length, when the first piece is
 * there: an error before that is thrown and can still be answered. After a later error the connection is cut, because
 * the body is shorter than announced.
 */
export async function sendPieces(
  reply: FastifyReply,
  describe: () => void,
  produce: (take: TakePiece) => Promise<void>,
): Promise<void> {
  const { raw } = reply;
  const left = whenClosed(raw);
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
    if (!raw.destroyed) reply.log.error({ err }, 'a response was cut off');
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

/**
 * Rejects when the client disconnects before the response has ended: the callback of a pending write may never be
 * called.
 */
function whenClosed(raw: ServerResponse): Promise<never> {
  const left = new Promise<never>((_resolve, reject) => {
    raw.once('close', () => reject(new Error('The client disconnected')));
  });
  left.catch(() => {});
  return left;
}

function write(raw: ServerResponse, piece: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    raw.write(piece, (error) => (error ? reject(error) : resolve()));
  });
}
