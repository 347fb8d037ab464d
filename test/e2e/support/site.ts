import { startTestApp, type TestApp, type TestClock } from '../../app.ts';
import { findTestPort } from '../../free-port.ts';
import { buildWeb } from './web-build.ts';

const host = '127.0.0.1';

/** The whole product as people use it: the built web and the real server on its own port, with jobs running. */
export interface Site extends TestApp {
  address: string;
  /** As if the cable were unplugged: open requests break off, and the server cannot be reached. */
  unplug(): Promise<void>;
  plugIn(): Promise<void>;
}

/**
 * Starts it for one test file and stops it with the file. `clock` is the server's, which stands still until
 * it is moved. `env` are settings by their environment names.
 */
export async function startSite(clock: TestClock, env: Record<string, string> = {}): Promise<Site> {
  await buildWeb();
  const port = await findTestPort();
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
