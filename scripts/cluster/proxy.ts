import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

export interface Proxy {
  url: string;
  /** How many requests broke off after a process had accepted them. */
  broken(): number;
  close(): Promise<void>;
}

const lookMilliseconds = 250;

/**
 * A load balancer that passes requests in turn to the ports that last reported ready. A port on which
 * nothing listens is skipped; a request that was passed on is never repeated, because it may have been carried out.
 */
export async function startProxy(portsOf: () => readonly number[]): Promise<Proxy> {
  let turn = 0;
  let broken = 0;

  let ready: readonly number[] = portsOf();
  const looking = setInterval(async () => {
    const ports = portsOf();
    const areReady = await Promise.all(ports.map(isReady));
    ready = ports.filter((_, index) => areReady[index]);
  }, lookMilliseconds);

  const connectToOne = async (): Promise<Socket | undefined> => {
    const ports = ready.length > 0 ? ready : portsOf();
    turn += 1;
    for (let tried = 0; tried < ports.length; tried++) {
      const port = ports[(turn + tried) % ports.length];
      const socket = port === undefined ? undefined : await open(port);
      if (socket) return socket;
    }
    return undefined;
  };

  const pass = async (incoming: IncomingMessage, response: ServerResponse) => {
    const socket = await connectToOne();
    if (!socket) return response.writeHead(502).end();
    const headers = {
      ...incoming.headers,
      'x-forwarded-for': incoming.socket.remoteAddress ?? '',
      connection: 'close',
    };
    const { method, url: path } = incoming;
    const onward = request({ method, path, headers, createConnection: () => socket }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      answer.once('error', fail);
    });
    function fail() {
      if (response.writableEnded || response.destroyed) return;
      broken += 1;
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    }
    onward.once('error', fail);
    response.once('close', () => onward.destroy());
    return incoming.pipe(onward);
  };

  const server = createServer((incoming, response) => void pass(incoming, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    broken: () => broken,
    async close() {
      clearInterval(looking);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

function open(port: number): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(socket)).once('error', () => resolve(undefined));
  });
}
