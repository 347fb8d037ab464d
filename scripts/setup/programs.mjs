/**
 * System programs that the tests need: a browser, ffmpeg for video and audio, faketime for clocks that are
 * wrong, an IMAP server, certificates, nginx in front of the product, and Prometheus for the alerts.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { SetupError } from './project.mjs';

const programs = [
  { package: 'chromium', names: ['chromium', 'chromium-browser', 'google-chrome'] },
  { package: 'ffmpeg', names: ['ffmpeg'] },
  { package: 'faketime', names: ['faketime'] },
  { package: 'dovecot-imapd', names: ['dovecot'] },
  { package: 'nginx-light', names: ['nginx'] },
  { package: 'openssl', names: ['openssl'] },
  { package: 'prometheus', names: ['prometheus'] },
];

/** Only root has it in its search path. */
const systemPrograms = '/usr/sbin';

/** Renders the same pages with less work; without it the tests use Chromium itself. */
const shell = { package: 'chromium-headless-shell', names: ['chromium-headless-shell'] };

/** Installs missing programs on Debian as root; otherwise throws an error that says what to install. */
export function ensureTestPrograms() {
  const searchPath = [process.env['PATH'] ?? '', systemPrograms].join(delimiter);
  const canInstall = process.getuid?.() === 0 && existsSync('/etc/debian_version');
  const missing = missingPackages(searchPath);
  const isReady = missing.length === 0 || (canInstall && aptUpdate() && aptInstall(missing));
  if (isReady && canInstall && missingPackages(searchPath, [shell]).length > 0) aptInstall([shell.package]);
  if (isReady) return;
  throw new SetupError(
    `The tests need ${missing.join(' and ')}: install ${missing.length > 1 ? 'them' : 'it'} with the package manager of this system and run "npm test" again.`,
  );
}

/**
 * Names of the system packages none of whose programs is in the given search path.
 * @param {string} searchPath
 * @returns {string[]}
 */
export function missingPackages(searchPath, wanted = programs) {
  const folders = searchPath.split(delimiter).filter(Boolean);
  const exists = (/** @type {string} */ name) => folders.some((folder) => isExecutable(join(folder, name)));
  return wanted.filter((program) => !program.names.some(exists)).map((program) => program.package);
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function aptUpdate() {
  return apt('update');
}

/** @param {string[]} packages */
function aptInstall(packages) {
  console.log(`Installing ${packages.join(' and ')} (apt-get) …`);
  return withoutServices(() => apt('install', '-y', '--no-install-recommends', ...packages));
}

/** A package's scripts run this before they start what they installed; exit code 101 forbids it (Debian policy, section 9.3.3). */
const startPolicy = '/usr/sbin/policy-rc.d';

/**
 * The tests start their own servers; installing the packages must not leave one listening on this machine.
 * @param {() => boolean} install
 */
function withoutServices(install) {
  if (existsSync(startPolicy)) return install();
  writeFileSync(startPolicy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    return install();
  } finally {
    rmSync(startPolicy, { force: true });
  }
}

/** @param {string[]} args */
function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('apt-get', args, { stdio: 'inherit', env }).status === 0;
}
