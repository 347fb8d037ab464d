import type { Page } from 'playwright-core';

export interface Line {
  /** As if the cable were pulled: also what is on its way breaks off. */
  cut(): Promise<void>;
  mend(): Promise<void>;
}

/** Lets the page send no faster than this from now on. */
export async function slowLine(page: Page, kilobytesPerSecond: number): Promise<Line> {
  const session = await page.context().newCDPSession(page);
  const set = (offline: boolean) =>
    session.send('Network.emulateNetworkConditions', {
      offline,
      latency: 5,
      downloadThroughput: -1,
      uploadThroughput: kilobytesPerSecond * 1024,
    });
  await session.send('Network.enable');
  await set(false);
  return {
    async cut() {
      await set(true);
    },
    async mend() {
      await set(false);
    },
  };
}
