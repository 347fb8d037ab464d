/** Unfinished drafts, as the browser keeps them in addition to the server. */
import type { Page } from 'playwright-core';
import { see } from './steps.ts';

/** The keys of a person's drafts in this browser. */
export function draftKeysIn(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')));
}

/** Whether there is a draft in this browser that it knows to be the same on the server. */
export function isWithServer(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const key = Object.keys(localStorage).find((each) => each.startsWith('draft:'));
    return JSON.parse(localStorage.getItem(key ?? '') ?? '{}').isSent === true;
  });
}

/** Continues a draft from the list of drafts. */
export async function goOnWith(page: Page, title: string): Promise<void> {
  await page.goto('/upload');
  await page.getByRole('link', { name: `Go on with “${title}”` }).click();
  await see(page.getByText('What you were writing is back.'));
}
