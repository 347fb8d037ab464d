import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { createPerson, goodPassword } from '../factories.ts';
import { linkTokenTo } from '../mailbox.ts';
import { openJourneys } from './support/journey.ts';
import { button, heading, see, signIn } from './support/steps.ts';

const journey = await openJourneys();
const allowed = { permissions: ['clipboard-read', 'clipboard-write'] };

/** Pastes from the clipboard with the keyboard. */
async function paste(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  await page.evaluate((words) => navigator.clipboard.writeText(words), text);
  await field.focus();
  await page.keyboard.press('ControlOrMeta+V');
  expect(await field.inputValue(), label).toBe(text);
}

/** What each field tells a password manager about itself. */
async function tokensOf(page: Page, labels: readonly string[]): Promise<(string | null)[]> {
  const fields = labels.map((label) => page.getByLabel(label, { exact: true }));
  return Promise.all(fields.map((field) => field.getAttribute('autocomplete')));
}

journey(
  'security 3: signing in takes pasted words, and says to a password manager what goes where',
  async ({ page, site }) => {
    const ruth = await createPerson(site);
    await page.goto('/auth?mode=signin');
    expect(await tokensOf(page, ['Email', 'Password'])).toEqual(['username', 'current-password']);
    await paste(page, 'Email', ruth.user.email);
    await paste(page, 'Password', goodPassword);
    await button(page, 'Sign In').click();
    await see(heading(page, 'Welcome back, Ruth'));
  },
  allowed,
);

journey(
  'security 3: so does signing up',
  async ({ page }) => {
    await page.goto('/auth?mode=signup');
    const labels = ['First name', 'Last name', 'Email', 'Password', 'Confirm password'];
    expect(await tokensOf(page, labels)).toEqual([
      'given-name',
      'family-name',
      'email',
      'new-password',
      'new-password',
    ]);
    await paste(page, 'Password', goodPassword);
    await paste(page, 'Confirm password', goodPassword);
  },
  allowed,
);

journey(
  'security 3: so do a forgotten and a changed password',
  async ({ page, site }) => {
    const ruth = await createPerson(site);
    await page.goto('/forgot-password');
    expect(await tokensOf(page, ['Email'])).toEqual(['username']);
    await paste(page, 'Email', ruth.user.email);
    await button(page, 'Send me a link').click();
    await see(heading(page, 'Check your inbox'));
    await page.goto(`/reset-password/${await linkTokenTo(site.services, ruth.user.email, 'reset-password')}`);
    const twice = ['New password', 'Confirm new password'];
    expect(await tokensOf(page, twice)).toEqual(['new-password', 'new-password']);
    for (const label of twice) await paste(page, label, 'Copper-Lantern-1961');

    await signIn(page, ruth, '/settings');
    await page.getByRole('tab', { name: 'Account' }).click();
    await button(page, 'Change password').click();
    const fields = ['Current password', ...twice];
    expect(await tokensOf(page, fields)).toEqual(['current-password', 'new-password', 'new-password']);
    for (const label of fields) await paste(page, label, 'Copper-Lantern-1961');
  },
  allowed,
);
