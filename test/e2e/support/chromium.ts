import { type Browser, chromium } from 'playwright-core';
import { chromiumOptions, shellOptions } from './chromium-options.ts';

/**
 * Two green pictures with a running clock, and microphones with a beep each second. Ten pictures a second show the same as
 * twenty, for half the work.
 */
const fakeDevices = '--use-fake-device-for-media-stream=device-count=2,fps=10';

let shell: Promise<Browser> | undefined;
let withDevices: Promise<Browser> | undefined;

/** The Chromium of this machine: one for all test files of a worker process, with which it ends. */
export function openChromium(): Promise<Browser> {
  shell ??= chromium.launch(shellOptions);
  return shell;
}

/** The same with cameras and microphones, and one for all files that record. */
export function openChromiumWithDevices(): Promise<Browser> {
  withDevices ??= chromium.launch({ ...chromiumOptions, args: [...chromiumOptions.args, fakeDevices] });
  return withDevices;
}
