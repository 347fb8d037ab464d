import { type Browser, chromium } from 'playwright-core';
import { afterAll } from 'vitest';
import { chromiumOptions, shellOptions } from './chromium-options.ts';

/**
 * Two green pictures with a running clock, and microphones with a beep each second. Ten frames a second show
 * the same as twenty, with half the work.
 */
const fakeDevices = '--use-fake-device-for-media-stream=device-count=2,fps=10';

let shell: Promise<Browser> | undefined;

/** This machine's Chromium: one for all test files of a worker process, closed when it ends. */
export function openChromium(): Promise<Browser> {
  shell ??= chromium.launch(shellOptions);
  return shell;
}

/**
 * The same with cameras and microphones, and a new one for each test file, closed when it ends: a fake camera
 * that several pages have already opened may stop showing a picture.
 */
export async function openChromiumWithDevices(): Promise<Browser> {
  const browser = await chromium.launch({
    ...chromiumOptions,
    args: [...chromiumOptions.args, fakeDevices],
  });
  afterAll(() => browser.close());
  return browser;
}
