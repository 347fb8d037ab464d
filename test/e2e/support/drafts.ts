/** What is begun and not finished, as the browser keeps it beside the server. */
import type { Page } from 'playwright-core';
import { see } from './steps.ts';

/** Under which a person's drafts lie in this browser. */
export function draftKeysIn(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')));
}

/** Is there a draft in this browser, and does it know that the server holds the same? */
export function isWithServer(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const key = Object.keys(localStorage).find((each) => each.startsWith('draft:'));
    return JSON.parse(localStorage.getItem(key ?? '') ?? '{}').isSent === true;
  });
}

/** From the list of what is begun. */
export async function goOnWith(page: Page, title: string): Promise<void> {
  await page.goto('/upload');
  await page.getByRole('link', { name: `Go on with “${title}”` }).click();
  await see(page.getByText('What you were writing is back.'));
}
