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

/**
 * From its second piece on an upload takes minutes, so that something happens to it midway, however busy the machine is. Resolves as that
 * piece is sent; only one at a time for a page.
 */
export function slowAfterFirstPiece(page: Page): ReturnType<typeof slowUploads> {
  return new Promise((resolve) => {
    let slowness: ReturnType<typeof slowUploads> | undefined;
    void page.route('**/api/uploads/*', async (route) => {
      const offset = route.request().headers()['upload-offset'] ?? '0';
      if (offset !== '0') {
        slowness ??= slowUploads(page, 4);
        resolve(await slowness);
      }
      await route.continue();
    });
  });
}
