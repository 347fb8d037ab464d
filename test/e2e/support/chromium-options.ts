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

/** How the Chromium of this machine is launched; `CHROMIUM_PATH` says where it lies if not in the usual place. */
export const chromiumOptions = {
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: flags,
};
