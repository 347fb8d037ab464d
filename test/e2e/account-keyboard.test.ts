import type { Page } from 'playwright-core';
import { codeOf } from '../authenticator.ts';
import { createPerson, goodPassword } from '../factories.ts';
import { expectAccessible } from './support/axe.ts';
import { openJourneys } from './support/journey.ts';
import { pressOn, tabTo } from './support/keyboard.ts';
import { button, heading, see, seeGone, signIn } from './support/steps.ts';

const journey = await openJourneys();
const newPassword = 'Copper-Lantern-1961';

/** From any page: through the avatar's menu into the settings, and on to the account's tab. */
async function openAccountTab(page: Page): Promise<void> {
  await pressOn(page, button(page, 'Profile & Settings'));
  await tabTo(page, page.getByRole('tab', { name: 'Profile' }));
  for (const _ of ['Notifications', 'After my death', 'Account']) await page.keyboard.press('ArrowRight');
  await see(button(page, 'Delete Account'));
}

/** Moves on to a field and types. */
async function typeInto(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
}

async function signInByKeys(page: Page, email: string, password: string): Promise<void> {
  await see(page.getByLabel('Email'));
  await typeInto(page, 'Email', email);
  await typeInto(page, 'Password', password);
  await page.keyboard.press('Enter');
}

/** Signs out, and moves on to the sign-in form. */
async function leave(page: Page): Promise<void> {
  await pressOn(page, button(page, 'Sign Out'));
  await pressOn(page, page.getByRole('link', { name: 'Sign In' }).first());
}

journey('by keyboard alone: another password', async ({ page, site }) => {
  const ruth = await createPerson(site);
  await signIn(page, ruth);
  await openAccountTab(page);
  await pressOn(page, button(page, 'Change password'));
  await see(page.getByLabel('Current password'));
  await expectAccessible(page, 'change of the password');
  await page.setViewportSize({ width: 1440, height: 900 });
  await typeInto(page, 'Current password', goodPassword);
  await typeInto(page, 'New password', newPassword);
  await typeInto(page, 'Confirm new password', newPassword);
  await page.keyboard.press('Enter');
  await see(page.getByText('Your password is changed'));
  // The dialog is still there, and the focus where it was.
  const settings = page.getByRole('dialog', { name: 'Profile & Settings' });
  await see(settings.locator(':focus').getByRole('button', { name: 'Change password' }));
  await page.keyboard.press('Escape');
  await seeGone(settings);
  await leave(page);
  await signInByKeys(page, ruth.user.email, newPassword);
  await see(heading(page, 'Welcome back, Ruth'));
});

journey(
  'by keyboard alone: two-factor sign-in is set up, and its code given',
  async ({ page, site, console }) => {
    // The list of sessions may still be requested after this one has ended.
    console.allow(/401.*\/api\/auth\/sessions/);
    const ruth = await createPerson(site);
    await signIn(page, ruth);
    await openAccountTab(page);
    await pressOn(page, button(page, 'Set up two-factor sign-in'));
    await typeInto(page, 'Your password', goodPassword);
    await page.keyboard.press('Enter');
    const key = (await page.getByRole('code').textContent())?.replaceAll(' ', '') ?? '';
    await typeInto(page, 'Six-digit code', await codeOf(site, key));
    await page.keyboard.press('Enter');
    await see(page.getByText('Your recovery codes for Long After'));
    await pressOn(page, button(page, 'I have kept them'));
    await see(page.getByText('10 recovery codes are left.'));
    await page.keyboard.press('Escape');
    await leave(page);

    site.clock.advance(30);
    await signInByKeys(page, ruth.user.email, goodPassword);
    await typeInto(page, 'Six-digit code', await codeOf(site, key));
    await page.keyboard.press('Enter');
    await see(heading(page, 'Welcome back, Ruth'));
  },
);

journey('by keyboard alone: an account is deleted, and restored', async ({ page, site }) => {
  const ruth = await createPerson(site);
  await signIn(page, ruth);
  await openAccountTab(page);
  await pressOn(page, button(page, 'Delete Account'));
  await see(page.getByRole('dialog', { name: 'Delete your account?' }));
  await typeInto(page, 'Your password', goodPassword);
  await typeInto(page, 'Type DELETE to confirm', 'DELETE');
  await page.keyboard.press('Enter');
  await see(page.getByText(/Your account will be erased on/));
  await pressOn(page, page.getByRole('link', { name: 'Sign In' }).first());
  await signInByKeys(page, ruth.user.email, goodPassword);
  await see(heading(page, 'Your account is being deleted'));
  await pressOn(page, button(page, 'Restore my account'));
  await see(heading(page, 'Welcome back, Ruth'));
});
