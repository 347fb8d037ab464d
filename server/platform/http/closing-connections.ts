import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** A request may be on its way over a connection that looks unused, so those are left open for this long. */
const graceMilliseconds = 1_000;

/**
 * Lets `app.close` finish as soon as the last response is sent. Node counts a connection that a browser opened in
 * advance, without sending a request, as busy: it is cut after a short grace period. A connection with a request in
 * progress closes with the response.
 */
export function endConnectionsOnClose(app: FastifyInstance): void {
  const unused = new Set<Socket>();
  let isClosing = false;
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }) => unused.delete(socket));
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done();
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    setTimeout(() => {
      for (const socket of unused) socket.destroy();
    }, graceMilliseconds);
  });
}
