import { type Browser, chromium } from 'playwright-core';
import { afterAll } from 'vitest';

// The sandbox needs rights that containers do not have; the rest keeps the browser from talking to anybody but us.
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The Chromium of this machine, one for a test file; closed when the file ends. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: flags });
  afterAll(() => browser.close());
  return browser;
}
