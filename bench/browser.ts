import { type Browser, chromium } from 'playwright-core';
import { projectRoot } from '../scripts/setup/project.mjs';
import { ensureWebBuild } from '../scripts/setup/web-build.mjs';
import { chromiumOptions } from '../test/e2e/support/chromium-options.ts';
import { openEnvironment } from './environments.ts';
import type { Conditions } from './harness.ts';
import { startProduct } from './programs.ts';

/** How many times slower the browser's processor is made. */
export const slowDown = 4;

interface InBrowser {
  browser: Browser;
  /** The product's URL. */
  url: string;
}

/** Runs `work` with a browser and the product with few rows; both are stopped afterwards, even if it fails. */
export async function withBrowser<T>(
  { folder, fewRows }: Pick<Conditions, 'folder' | 'fewRows'>,
  work: (opened: InBrowser) => Promise<T>,
): Promise<T> {
  ensureWebBuild(projectRoot, process.execPath);
  const { dataDir } = await openEnvironment(folder, fewRows);
  const product = await startProduct({ DATA_DIR: dataDir });
  try {
    const browser = await chromium.launch(chromiumOptions);
    return await work({ browser, url: product.url }).finally(() => browser.close());
  } finally {
    await product.stop();
  }
}
