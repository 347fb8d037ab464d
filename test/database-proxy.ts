import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { findTestPort } from './free-port.ts';

/** The URL of a database behind a port on which nothing listens until it is opened. */
export interface DatabaseProxy {
  url: string;
  /** Leads to the database at `url`, or to another server, as after a failover. */
  open(url?: string): Promise<void>;
  /** Ends every connection; new ones are refused. */
  close(): Promise<void>;
}

/** Puts a closed port in front of the database at `url`. */
export async function placeProxy(url: string): Promise<DatabaseProxy> {
  const port = await findTestPort();
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  const own = new URL(url);
  own.port = String(port);
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    return socket;
  };
  return {
    url: own.href,
    async open(targetUrl = url) {
      const target = Number(new URL(targetUrl).port);
      server = createServer((client) => {
        const database = keep(connect(target, '127.0.0.1'));
        keep(client).pipe(database).pipe(client);
      });
      await once(server.listen(port, '127.0.0.1'), 'listening');
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      if (!server) return;
      await once(server.close(), 'close');
      server = undefined;
    },
  };
}
