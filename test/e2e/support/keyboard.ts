/** What people without a mouse do. */
import type { Locator, Page } from 'playwright-core';
import type { MediaFile } from '../../media.ts';
import { becomes, see } from './steps.ts';

const stopsAtMost = 60;

/** Presses Tab until `wanted` has the focus; if it cannot be reached, that is a fault of the page. */
export async function tabTo(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await see(wanted);
  for (let stop = 0; stop < stopsAtMost; stop++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${String(wanted)} was not reached with ${stopsAtMost} times ${key}`);
}

/** Waits until `wanted` has the focus. */
export async function seeFocus(wanted: Locator): Promise<void> {
  await becomes(() => wanted.evaluate((element) => element === document.activeElement), true);
}

/** Moves on to a button or link and presses it. */
export async function pressOn(page: Page, wanted: Locator): Promise<void> {
  await tabTo(page, wanted);
  await page.keyboard.press('Enter');
}

/** Presses the focused button, and chooses a file in the window that it opens. */
export async function chooseFileByKey(page: Page, file: MediaFile): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  // A key is faster than the browser learns that somebody is waiting; its next response means that it has.
  await page.evaluate(() => undefined);
  await page.keyboard.press('Enter');
  await (await choosing).setFiles({ name: file.name, mimeType: file.contentType, buffer: file.bytes });
}
