import { findFreePort } from '../../../server/platform/postgres/free-port.ts';
import { startTestApp, type TestApp, type TestClock } from '../../app.ts';
import { buildWeb } from './web-build.ts';

const host = '127.0.0.1';

/** The whole product as people meet it: the built web and the real server on a port of its own, jobs running. */
export interface Site extends TestApp {
  address: string;
  /** As if the cable were pulled: what is on its way breaks off, and nobody is there. */
  unplug(): Promise<void>;
  plugIn(): Promise<void>;
}

/**
 * Starts it for one test file; it ends with the file. `clock` is the server's; it stands until it is moved. `env` are
 * settings by their environment names.
 */
export async function startSite(clock: TestClock, env: Record<string, string> = {}): Promise<Site> {
  await buildWeb();
  const port = await findFreePort();
  const address = `http://${host}:${port}`;
  const testApp = await startTestApp({ clock, env: { PORT: String(port), PUBLIC_URL: address, ...env } });
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
  };
}
