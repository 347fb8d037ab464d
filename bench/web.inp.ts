import type { BrowserContext, Page } from 'playwright-core';
import { slowDown, withBrowser } from './browser.ts';
import { type Benchmark, type Figure, median, rounded } from './harness.ts';
import { keeper } from './seed.ts';
import { leaveThingsToOpen, type ThingsToOpen } from './things-to-open.ts';

const almostFull = 'Dear Maya, here is my toast. '.repeat(170);

/** The most common interactions, on a full screen, most of them done several times. Each resolves once it is done. */
const interactions: Record<string, (page: Page, things: ThingsToOpen) => Promise<void>> = {
  'typing in a long letter': async (page) => {
    await page.goto('/upload?type=letter');
    await page.getByLabel('Your letter').fill(almostFull);
    await page.getByLabel('Your letter').press('End');
    await page.keyboard.type('And then we sang.', { delay: 120 });
  },
  'opening a dialog': async (page) => {
    for (let round = 0; round < 4; round++) {
      await page.goto('/');
      await page.getByRole('article').first().waitFor();
      await page.getByRole('button', { name: 'Profile & Settings' }).click();
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Profile & Settings' }).click();
      await page.getByRole('dialog').waitFor();
    }
  },
  'another month': async (page) => {
    await page.goto('/schedule');
    await page
      .getByRole('radio', { name: /^Letter/ })
      .first()
      .waitFor();
    for (let month = 0; month < 8; month++) {
      await page.getByRole('button', { name: 'Next month' }).first().click();
      await page.waitForTimeout(150);
    }
  },
  'filtering 1,000 memories': async (page) => {
    await page.goto('/upload');
    await page.getByRole('article').first().waitFor();
    await page.getByLabel('Search your memories').click();
    for (const words of ['Letter 9', 'toast']) {
      await page.keyboard.type(words, { delay: 120 });
      await page.getByLabel('Search your memories').fill('');
    }
    for (const kind of ['photo', 'letter', 'all']) await page.getByLabel('Kind').selectOption(kind);
    for (const order of ['title', 'oldest']) await page.getByLabel('Order').selectOption(order);
  },
  'opening a letter that was left': async (page, { letters }) => {
    await page.goto(letters.pop() ?? '');
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByRole('article').getByText('Dear Maya').waitFor();
  },
  'playing a sound': async (page, { sound }) => {
    await page.goto(sound);
    await page.getByRole('button', { name: /^Listen/ }).click();
    await page.getByRole('button', { name: 'Pause' }).click();
    for (const key of ['ArrowRight', 'End', 'Home', 'PageUp']) await page.getByRole('slider').press(key);
  },
};

export const webInp: Benchmark = {
  name: 'web.inp',
  about: `from the press of a key or button to the next picture, the worst of many, with the processor ${slowDown} times slower`,
  run: (conditions) =>
    withBrowser(conditions, async ({ browser, url }) => {
      const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } });
      await signIn(context);
      const rounds = conditions.quick ? 1 : 3;
      const things = await leaveThingsToOpen(url, rounds);
      const figures: Figure[] = [];
      for (const [interaction, act] of Object.entries(interactions))
        figures.push(await measure(context, interaction, (page) => act(page, things), rounds));
      return figures;
    }),
};

async function signIn(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.goto('/auth?mode=signin');
  await page.getByLabel('Email').fill(keeper.email);
  await page.getByLabel('Password', { exact: true }).fill(keeper.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByRole('heading', { name: 'Welcome back, Ruth' }).waitFor();
  await page.close();
}

/** The longest interaction of a round by the browser's own Event Timing; the median of several rounds. */
async function measure(
  context: BrowserContext,
  interaction: string,
  act: (page: Page) => Promise<void>,
  rounds: number,
): Promise<Figure> {
  const worst: number[] = [];
  let waits: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const page = await context.newPage();
    waits = await slowInteractionsOf(page, act);
    worst.push(Math.max(...waits));
    await page.close();
  }
  return {
    name: `web.inp ${interaction}`,
    value: median(worst),
    unit: 'ms',
    bar: { atMost: 200 },
    details: `worst of ${waits.length} presses; median ${rounded(median(waits))} ms`,
  };
}

/** Milliseconds of every interaction that took longer than one frame. */
async function slowInteractionsOf(page: Page, act: (page: Page) => Promise<void>): Promise<number[]> {
  const waits: number[] = [];
  await page.exposeFunction('reportWait', (milliseconds: number) => waits.push(milliseconds));
  await page.addInitScript(() => {
    const presses = { type: 'event', durationThreshold: 16, buffered: true };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[])
        if (entry.interactionId) Reflect.get(window, 'reportWait')(entry.duration);
    }).observe(presses);
  });
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
  await act(page);
  await page.waitForTimeout(500);
  if (waits.length === 0) throw new Error('Nothing was pressed');
  return waits;
}
