import type { Page } from 'playwright-core';

/** Lets the page send no faster than this from now on. */
export async function slowUploads(page: Page, kilobytesPerSecond: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 5,
    downloadThroughput: -1,
    uploadThroughput: kilobytesPerSecond * 1024,
  });
}
