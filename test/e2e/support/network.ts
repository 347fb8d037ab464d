import type { Page } from 'playwright-core';

/** Lets the page send no faster than this from now on, until `end` is called. */
export async function slowUploads(page: Page, kilobytesPerSecond: number): Promise<{ end(): Promise<void> }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const limit = async (bytesPerSecond: number) => {
    const conditions = {
      offline: false,
      latency: 5,
      downloadThroughput: -1,
      uploadThroughput: bytesPerSecond,
    };
    await session.send('Network.emulateNetworkConditions', conditions);
  };
  await limit(kilobytesPerSecond * 1024);
  return { end: () => limit(-1) };
}
