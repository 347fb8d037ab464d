import { type Browser, chromium } from 'playwright-core';
import { chromiumOptions } from './chromium-options.ts';

/**
 * Two green pictures with a running clock, and microphones with a beep each second. Ten pictures a second show the same as
 * twenty, for half the work.
 */
const fakeDevices = '--use-fake-device-for-media-stream=device-count=2,fps=10';

let browser: Promise<Browser> | undefined;

/** The Chromium of this machine: one for all test files of a worker process, with which it ends. */
export function openChromium(): Promise<Browser> {
  browser ??= chromium.launch({ ...chromiumOptions, args: [...chromiumOptions.args, fakeDevices] });
  return browser;
}
