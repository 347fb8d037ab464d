import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { startTestApp, type TestApp, type TestAppOptions } from '../../app.ts';
import { findTestPort } from '../../free-port.ts';
import { buildWeb } from './web-build.ts';

const host = '127.0.0.1';
const changeStream = '/api/events';

/** The whole product as people use it: the built web and the real server on its own port, with jobs running. */
export interface Site extends TestApp {
  address: string;
  /** As if the cable were unplugged: open requests break off, and the server cannot be reached. */
  unplug(): Promise<void>;
  plugIn(): Promise<void>;
  /**
   * Resolves once all requests are answered, the change stream aside. Before a leap of the clock: a request that began
   * before it finds a session that was used after it, and refuses it as one from the future.
   */
  settle(): Promise<void>;
}

/** Starts it for one test file and stops it with the file. The server's clock stands still until it is moved. */
export async function startSite({ env, ...options }: TestAppOptions): Promise<Site> {
  await buildWeb();
  const port = await findTestPort();
  const address = `http://${host}:${port}`;
  const testApp = await startTestApp({
    ...options,
    env: { PORT: String(port), PUBLIC_URL: address, ...env },
  });
  await testApp.app.listen({ host, port });
  await testApp.work();
  const { server } = testApp.app;
  return {
    ...testApp,
    address,
    unplug: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    plugIn: () => new Promise((resolve) => server.listen({ host, port }, () => resolve())),
    settle: followRequests(server),
  };
}

function followRequests(server: Server): () => Promise<void> {
  const unanswered = new Set<ServerResponse>();
  server.on('request', (request, response) => {
    if (request.url === changeStream) return;
    unanswered.add(response);
    response.once('close', () => unanswered.delete(response));
  });
  return async () => {
    for (let [response] = unanswered; response; [response] = unanswered) await once(response, 'close');
  };
}
