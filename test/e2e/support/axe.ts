import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { RunOnly } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Minified: `axe.source` is twice as long, and each page has to parse it. */
const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const allRules: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
const coloursOnly: RunOnly = { type: 'rule', values: ['color-contrast'] };
export const phone = { width: 390, height: 844 };
export const desk = { width: 1440, height: 900 };
/** The narrowest screen that WCAG 1.4.10 requires, and a desktop of 1440 pixels zoomed to 200 %. */
const narrowAndMagnified = [
  { width: 320, height: 640 },
  { width: 720, height: 450 },
];

/**
 * Fails for each fault that axe finds on the current page: in both themes on a phone and on a desktop, and on
 * small screens, where nothing may overflow sideways either.
 */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  // An empty page has other faults, and on a busy machine the page is empty for a while.
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await page.waitForFunction(hasPageOrDialog);
  await showTheme(page, 'light');
  for (const viewport of narrowAndMagnified) {
    await resizeTo(page, viewport);
    // Before axe scrolls to parts that are not laid out yet.
    expect.soft(await overflowOf(page), `${screen}, pixels beyond ${viewport.width}`).toBeLessThanOrEqual(0);
    await expectNoFault(page, allRules, `${screen}, ${viewport.width} px`);
  }
  for (const viewport of [desk, phone]) {
    await resizeTo(page, viewport);
    await expectNoFault(page, allRules, `${screen}, light, ${viewport.width} px`);
  }
  // The other theme is the same page in other colours.
  await showTheme(page, 'dark');
  for (const viewport of [phone, desk]) {
    await resizeTo(page, viewport);
    await expectNoFault(page, coloursOnly, `${screen}, dark, ${viewport.width} px`);
  }
}

/** Runs in the page: whether there is anything to read. While a dialog loads, the page behind it is already hidden. */
function hasPageOrDialog(): boolean {
  const isHidden = document.querySelector('main')?.closest('[inert], [aria-hidden="true"]');
  const dialogs = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')];
  return !isHidden || dialogs.some((dialog) => dialog.checkVisibility());
}

export async function resizeTo(page: Page, viewport: { width: number; height: number }): Promise<void> {
  const present = page.viewportSize();
  if (present?.width === viewport.width && present.height === viewport.height) return;
  await page.setViewportSize(viewport);
  await page.waitForFunction((width) => window.innerWidth === width, viewport.width);
  await settle(page);
}

/** By how many pixels the page could be scrolled sideways. */
function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

async function expectNoFault(page: Page, runOnly: RunOnly, screen: string): Promise<void> {
  let faults = await page.evaluate(findFaults, runOnly);
  if (!faults) {
    // It stays on the page until the next one is loaded.
    await page.evaluate(script);
    faults = await page.evaluate(findFaults, runOnly);
  }
  expect.soft(faults, screen).toEqual([]);
}

/** Runs in the page: what axe finds; undefined until its script is there. Results without faults stay in the page. */
async function findFaults(runOnly: RunOnly): Promise<string[] | undefined> {
  if (!('axe' in window)) return undefined;
  const { run } = window.axe as typeof axe;
  const { violations } = await run(document, { runOnly, resultTypes: ['violations'] });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  );
}

/** The theme reaches the page a moment later; before that, one part would be dark and another light. */
async function showTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction(
    (wanted) => window.matchMedia(`(prefers-color-scheme: ${wanted})`).matches,
    colorScheme,
  );
  await settle(page);
}

/** What reacts to a change does so a frame later, and what follows from that comes another frame later. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise((resume) => requestAnimationFrame(resume));
    // Animations tied to the scrolling of a list never end.
    const isMoving = ({ playState, timeline }: Animation) =>
      playState === 'running' && timeline === document.timeline;
    const moving = document.getAnimations().filter(isMoving);
    await Promise.allSettled(moving.map((animation) => animation.finished));
  });
}
