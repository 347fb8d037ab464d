import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { test } from 'vitest';
import { createTestClock } from '../../app.ts';
import { launchChromium } from './chromium.ts';
import { type ConsoleWatch, watchConsole } from './console-watch.ts';
import { type Site, startSite } from './site.ts';

const patienceMilliseconds = 15_000;

/** One person at one device. */
export interface Device {
  context: BrowserContext;
  console: ConsoleWatch;
  page: Page;
}

export interface Journey extends Device {
  site: Site;
  /** Somebody else, or the same person at another device: nothing is shared with the first. */
  openDevice(options?: BrowserContextOptions): Promise<Device>;
}

interface JourneyOptions extends BrowserContextOptions {
  /** The pages' clocks begin at the server's instant and go on from there. */
  sharesClock?: boolean;
}

interface JourneysOptions {
  startsAt?: string | Date;
  /** Settings of the site, by their environment names. */
  env?: Record<string, string>;
  /** Command line flags of the browser. */
  flags?: readonly string[];
}

/**
 * The journeys of one test file: one site, one browser, and for each journey devices of its own. A journey fails when
 * a page complains in its console. What the pages showed when it failed is kept as pictures.
 */
export async function openJourneys({ startsAt = new Date(), env, flags }: JourneysOptions = {}) {
  const site = await startSite(createTestClock(startsAt), env);
  const browser = await launchChromium(flags);

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
        const device = { context, console: watchConsole(context), page: await context.newPage() };
        devices.push(device);
        return device;
      };
      try {
        await walk({ ...(await openDevice()), site, openDevice });
        for (const device of devices) device.console.check();
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
    // Whatever fades in would be looked at half faded.
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(patienceMilliseconds);
  return context;
}

/** Adds to the error where pictures of the pages are, and what the pages complained of. */
async function addPictures(error: unknown, devices: Device[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'long-after-journey-'));
  const pages = devices.flatMap(({ context }) => context.pages());
  const pictures = pages.map((page, place) => ({ page, path: join(folder, `page-${place + 1}.png`) }));
  // A page that is broken altogether must not hide what broke it.
  await Promise.allSettled(pictures.map(({ page, path }) => page.screenshot({ path, fullPage: true })));
  const complaints = devices.flatMap((device) => device.console.complaints());
  const notes = [...pictures.map(({ page, path }) => `${page.url()} showed ${path}`), ...complaints];
  if (error instanceof Error) error.message += `\n\n${notes.join('\n')}`;
}
