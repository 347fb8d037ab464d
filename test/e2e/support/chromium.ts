import { type Browser, chromium } from 'playwright-core';
import { afterAll } from 'vitest';
import { chromiumOptions } from './chromium-options.ts';

/** The Chromium of this machine, one for a test file; closed when the file ends. */
export async function launchChromium(): Promise<Browser> {
  const browser = await chromium.launch(chromiumOptions);
  afterAll(() => browser.close());
  return browser;
}
