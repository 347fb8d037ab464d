import type { CDPSession, Page } from 'playwright-core';
import { expect } from 'vitest';
import { desk, expectAccessible, phone, resizeTo } from './axe.ts';
import { largeTextFaults } from './large-text-faults.ts';

const usual = { standard: 16, fixed: 13 };
const doubled = { standard: 32, fixed: 26 };

/** In both themes, at every width, and on a phone with large text. */
export async function expectAccessibleAndLarge(page: Page, screen: string): Promise<void> {
  await expectAccessible(page, screen);
  await resizeTo(page, phone);
  await expectLargeText(page, screen);
  await resizeTo(page, desk);
}

/**
 * Fails for anything that cannot be read or reached on the current page once the font in the browser's settings is
 * twice as large: what is cut off, covers something else, overflows sideways or cannot be scrolled to.
 */
async function expectLargeText(page: Page, screen: string): Promise<void> {
  await withFontDoubled(page, async () => {
    expect
      .soft(await page.evaluate(largeTextFaults), `${screen}, ${phone.width} px, font doubled`)
      .toEqual([]);
  });
}

/** Runs `look` while the font in the browser's settings is twice as large. */
export async function withFontDoubled<T>(page: Page, look: () => Promise<T>): Promise<T> {
  const browser = await page.context().newCDPSession(page);
  await setFonts(browser, page, doubled);
  const seen = await look();
  await setFonts(browser, page, usual);
  await browser.detach();
  return seen;
}

async function setFonts(browser: CDPSession, page: Page, fontSizes: typeof usual): Promise<void> {
  await browser.send('Page.setFontSizes', { fontSizes });
  await page.waitForFunction(
    (size) => getComputedStyle(document.documentElement).fontSize === `${size}px`,
    fontSizes.standard,
  );
}
