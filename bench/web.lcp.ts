import type { Browser, Page } from 'playwright-core';
import { slowDown, withBrowser } from './browser.ts';
import { type Benchmark, median } from './harness.ts';
import { leaveThingsToOpen } from './things-to-open.ts';

/** "Slow 4G" as in Lighthouse and Chromium's developer tools: 1.6 Mbit/s down, 0.75 up, 150 ms round trip. */
const slow4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};

export const webLcp: Benchmark = {
  name: 'web.lcp',
  about: `from following the link of a letter until the largest part of its page is there, at slow 4G, with an empty cache and the processor ${slowDown} times slower`,
  async run(conditions) {
    const paints = await withBrowser(conditions, async ({ browser, url }) => {
      const { letters } = await leaveThingsToOpen(url, conditions.quick ? 1 : 5);
      const found: number[] = [];
      for (const letter of letters) found.push(await largestPaintOf(browser, `${url}${letter}`));
      return found;
    });
    const details = `median of ${paints.length} pages at 390 px, the slowest ${Math.round(Math.max(...paints))} ms`;
    return [{ name: 'web.lcp.received', value: median(paints), unit: 'ms', bar: { atMost: 2500 }, details }];
  },
};

/** Milliseconds, by the browser's own Largest Contentful Paint. */
async function largestPaintOf(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', slow4G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Open', exact: true }).waitFor();
  const milliseconds = await lastPaintOf(page);
  await context.close();
  return milliseconds;
}

function lastPaintOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        });
      }),
  );
}
