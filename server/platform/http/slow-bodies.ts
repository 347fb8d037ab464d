import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** The slowest connection worth waiting for: a dial-up modem of the nineties is five times as fast. */
const minBytesPerSecond = 1_000;
/** Long enough for a train to pass through a tunnel. */
const measuredSeconds = 120;

/**
 * Closes the connection of a request whose body arrives too slowly. By sending a byte now and then, it could otherwise hold
 * its connection and temporary file for as long as it likes.
 */
export function endSlowBodies(app: FastifyInstance, { seconds = measuredSeconds } = {}): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (hasBody(request.raw)) watch(request.raw, seconds);
    done();
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function watch(message: IncomingMessage, seconds: number): void {
  const { socket } = message;
  let bytesBefore = socket.bytesRead;
  const timer = setInterval(() => {
    const bytes = socket.bytesRead - bytesBefore;
    bytesBefore = socket.bytesRead;
    // If received bytes wait to be read, the delay is ours.
    const isOurDelay = message.readableLength > 0;
    if (message.complete) clearInterval(timer);
    else if (!isOurDelay && bytes < minBytesPerSecond * seconds) socket.destroy();
  }, seconds * 1000).unref();
  message.once('close', () => clearInterval(timer));
}
