import { type Browser, chromium } from 'playwright-core';
import { afterAll } from 'vitest';
import { chromiumOptions, shellOptions } from './chromium-options.ts';

/**
 * Two green pictures with a running clock, and microphones with a beep each second. Ten pictures a second show the same as
 * twenty, for half the work.
 */
const fakeDevices = '--use-fake-device-for-media-stream=device-count=2,fps=10';

let shell: Promise<Browser> | undefined;

/** The Chromium of this machine: one for all test files of a worker process, with which it ends. */
export function openChromium(): Promise<Browser> {
  shell ??= chromium.launch(shellOptions);
  return shell;
}

/**
 * The same with cameras and microphones, and one for each test file, with which it ends: a made-up camera that was opened by several
 * pages before may show no picture any more.
 */
export async function openChromiumWithDevices(): Promise<Browser> {
  const browser = await chromium.launch({
    ...chromiumOptions,
    args: [...chromiumOptions.args, fakeDevices],
  });
  afterAll(() => browser.close());
  return browser;
}
