import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { test } from 'vitest';
import { createTestClock } from '../../app.ts';
import { openChromium, openChromiumWithDevices } from './chromium.ts';
import { type ConsoleWatch, watchConsole } from './console-watch.ts';
import { patienceMilliseconds } from './patience.ts';
import { type Site, startSite } from './site.ts';

/** One person on one device. */
export interface Device {
  context: BrowserContext;
  console: ConsoleWatch;
  page: Page;
}

export interface Journey extends Device {
  site: Site;
  /** Somebody else, or the same person on another device: nothing is shared with the first. */
  openDevice(options?: BrowserContextOptions): Promise<Device>;
}

interface JourneyOptions extends BrowserContextOptions {
  /** The pages' clocks start at the server's instant and run from there. */
  sharesClock?: boolean;
}

interface JourneysOptions {
  startsAt?: string | Date;
  /** Settings of the site, by their environment names. */
  env?: Record<string, string>;
  /** Provides cameras and microphones, for pages that record. */
  hasDevices?: boolean;
}

/**
 * The journeys of one test file: one site, and separate devices for each journey. A journey fails if a page
 * reports an error in its console. Screenshots of its pages are kept when it fails.
 */
export async function openJourneys({
  startsAt = new Date(),
  env = {},
  hasDevices = false,
}: JourneysOptions = {}) {
  const site = await startSite({ clock: createTestClock(startsAt), env });
  const browser = await (hasDevices ? openChromiumWithDevices() : openChromium());

  return function journey(
    name: string,
    walk: (journey: Journey) => Promise<void>,
    { sharesClock = false, ...options }: JourneyOptions = {},
  ): void {
    test(name, async () => {
      const devices: Device[] = [];
      const openDevice = async (more: BrowserContextOptions = {}) => {
        const context = await openContext(browser, site, { ...options, ...more });
        if (sharesClock) await context.clock.install({ time: site.clock.now() });
        await context.addInitScript(holdTimers, hasDevices ? [toastMs, countdownMs] : [toastMs]);
        const device = { context, console: watchConsole(context), page: await context.newPage() };
        devices.push(device);
        return device;
      };
      try {
        await walk({ ...(await openDevice()), site, openDevice });
        for (const device of devices) await device.console.check();
      } catch (error) {
        await addPictures(error, devices);
        throw error;
      } finally {
        for (const { context } of devices) await context.close();
      }
    });
  };
}

async function openContext(browser: Browser, site: Site, options: BrowserContextOptions) {
  const context = await browser.newContext({
    baseURL: site.address,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // Otherwise something that fades in would be examined half faded.
    reducedMotion: 'reduce',
    // It shows a page when offline, and would come between a journey and its requests.
    serviceWorkers: 'block',
    ...options,
  });
  context.setDefaultTimeout(patienceMilliseconds);
  return context;
}

/** A toast with something to press, such as "Undo". */
const toastMs = 15_000;
/** Each of the three seconds before a recording. */
const countdownMs = 1000;

/**
 * Runs in the page: what would end after one of these times lasts until somebody presses something, however busy
 * the machine is.
 */
function holdTimers(held: number[]): void {
  const later = window.setTimeout.bind(window);
  const hold = (run: TimerHandler, delay?: number, ...rest: unknown[]) =>
    later(run, held.includes(delay ?? 0) ? 3_600_000 : delay, ...rest);
  Object.assign(window, { setTimeout: hold });
}

/** Adds to the error where the screenshots are, and what the pages reported. */
async function addPictures(error: unknown, devices: Device[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'long-after-journey-'));
  const pages = devices.flatMap(({ context }) => context.pages());
  const pictures = pages.map((page, place) => ({ page, path: join(folder, `page-${place + 1}.png`) }));
  // A completely broken page must not hide what broke it.
  await Promise.allSettled(pictures.map(({ page, path }) => page.screenshot({ path, fullPage: true })));
  const problems = devices.flatMap((device) => device.console.problems());
  const notes = [...pictures.map(({ page, path }) => `${page.url()} showed ${path}`), ...problems];
  if (error instanceof Error) error.message += `\n\n${notes.join('\n')}`;
}
