import type { Page } from 'playwright-core';

/** Limits the page's upload speed from now on, until `end` is called. */
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
 * From its second chunk on, an upload takes minutes, so that something can happen to it midway, however busy
 * the machine is. Resolves when that chunk is sent; only one at a time for a page.
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

/** What the page saves at `url` is held back until the returned function is called. */
export async function holdSaving(page: Page, url: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    if (route.request().method() === 'PATCH') await promise;
    await route.continue();
  });
  return resolve;
}
