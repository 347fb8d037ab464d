import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** A request may be on its way over a connection that looks unused: it is waited for so long. */
const graceMilliseconds = 1_000;

/**
 * Lets `app.close` end as soon as the last answer is given. A connection that a browser opened ahead of need, and on which
 * nothing was ever asked, counts as busy to Node: it is cut soon. One with a request in progress is told to close with the answer.
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
