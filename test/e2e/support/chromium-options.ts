import { existsSync } from 'node:fs';

// The sandbox needs rights that containers do not have; the rest keeps the browser from talking to anybody but us.
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const chromium = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const shell = '/usr/bin/chromium-headless-shell';

/** How this machine's Chromium is launched; `CHROMIUM_PATH` says where it is if not in the usual place. */
export const chromiumOptions = { executablePath: chromium, args };

/**
 * The same engine without the rest of the browser, if it is installed: it renders a page with two thirds of
 * the work. It cannot ask for a camera or a microphone.
 */
export const shellOptions = {
  executablePath: !process.env['CHROMIUM_PATH'] && existsSync(shell) ? shell : chromium,
  args,
};
