import { type Browser, chromium } from 'playwright-core';
import { afterAll } from 'vitest';
import { chromiumOptions } from './chromium-options.ts';

/** The Chromium of this machine, one for a test file; closed when the file ends. `flags` come on top of the usual. */
export async function launchChromium(flags: readonly string[] = []): Promise<Browser> {
  const browser = await chromium.launch({ ...chromiumOptions, args: [...chromiumOptions.args, ...flags] });
  afterAll(() => browser.close());
  return browser;
}
