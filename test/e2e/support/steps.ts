/** What people do on the screens, in their words: found by role and name, as somebody who cannot see the page finds it. */
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { SignedIn } from '../../../shared/accounts/sign-in.ts';
import { storedUserText } from '../../../web/features/accounts/auth/sessions/stored-user.ts';
import { goodPassword, type Person } from '../../factories.ts';
import { patienceMilliseconds } from './patience.ts';
import type { Site } from './site.ts';

const patience = { timeout: patienceMilliseconds, interval: 50 };

/** Waits until `locator` is visible. */
export function see(locator: Locator): Promise<void> {
  return locator.waitFor({ state: 'visible' });
}

/** Waits until `locator` is gone. */
export function seeGone(locator: Locator): Promise<void> {
  return locator.waitFor({ state: 'hidden' });
}

export function button(page: Page | Locator, name: string | RegExp): Locator {
  return page.getByRole('button', { name, exact: true });
}

export function heading(page: Page | Locator, name: string | RegExp): Locator {
  return page.getByRole('heading', { name, exact: true });
}

/** The question before what is not saved is dropped. */
export function unsavedQuestion(page: Page): Locator {
  return page.getByRole('alertdialog', { name: 'Close without saving?' });
}

/** Waits until `read` returns `wanted`. */
export async function becomes<T>(read: () => Promise<T>, wanted: T): Promise<void> {
  await expect.poll(read, patience).toEqual(wanted);
}

/**
 * Opens `path` as somebody who has signed in on this device. The password goes to the API, because the
 * sign-in screens have journeys of their own.
 */
export async function signIn(page: Page, person: Pick<Person, 'user'>, path = '/'): Promise<void> {
  const { email, firstName } = person.user;
  const answer = await page.request.post('/api/auth/login', { data: { email, password: goodPassword } });
  if (!answer.ok()) throw new Error(`Signing in answered ${answer.status()}: ${await answer.text()}`);
  const { token, user }: SignedIn = await answer.json();
  // In the page that is opened, before any of our code runs in it: this loads one page instead of two.
  const script = await page.addInitScript(
    ([storedToken, storedUser]) => {
      localStorage.setItem('auth_token', storedToken);
      localStorage.setItem('auth_user', storedUser);
    },
    [token, storedUserText(user)] as const,
  );
  await page.goto(path);
  await script.dispose();
  if (path === '/') await see(heading(page, `Welcome back, ${firstName}`));
}

/** Signs in on the sign-in screen, as people do. */
export async function signInOnScreen(page: Page, person: Pick<Person, 'user'>): Promise<void> {
  await page.goto('/auth?mode=signin');
  await fillSignIn(page, person.user.email);
  await see(heading(page, `Welcome back, ${person.user.firstName}`));
}

/** Fills in the sign-in form on the current page. */
export async function fillSignIn(page: Page, email: string, password = goodPassword): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Sign In').click();
}

/** From any page: writes and saves a letter, up to the list that shows it. */
export async function leaveLetter(page: Page, title: string, text: string, recipient: string): Promise<void> {
  await page.goto('/upload?type=letter');
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Your letter').fill(text);
  await button(page, 'Continue').first().click();
  await page.getByLabel('For whom').selectOption({ label: recipient });
  await button(page, 'Upload').click();
  await see(page.getByRole('article').filter({ has: heading(page, title) }));
}

/** The card of a memory in a list. */
export function memoryCard(page: Page, title: string): Locator {
  return page.getByRole('article').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
}

/** In the settings: opens the setting with this name, to change or read it. */
export async function openSetting(page: Page, title: string): Promise<void> {
  await page.locator('summary').filter({ hasText: title }).click();
}

/** In the settings: requests an export, with the password. */
export async function prepareExport(page: Page): Promise<void> {
  await button(page, 'Prepare my export').click();
  await page.getByLabel('Your password').fill(goodPassword);
  await button(page, 'Prepare my export').click();
}

/** The status of the server's response to this browser's token. */
export function statusOfProfile(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('auth_token')}` };
    return (await fetch('/api/user/profile', { headers })).status;
  });
}

/** Opens another tab for somebody who is signed in. */
export async function openTab(context: BrowserContext): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto('/');
  await see(heading(tab, /^Welcome back/));
  return tab;
}

/**
 * Moves the server's clock and those of the pages by `minutes` in one leap, with a moment more for what is due at the
 * end. From then on the pages' dates stand still as the server's does: on a slow machine real minutes pass between
 * two steps, and would count as idle time.
 */
export async function leap(site: Site, page: Page, minutes: number): Promise<void> {
  const milliseconds = minutes * 60_000 + 1000;
  const before = await page.evaluate(() => Date.now());
  await site.settle();
  site.clock.advance(milliseconds / 1000);
  await page.clock.setFixedTime(before + milliseconds);
  await page.clock.fastForward(milliseconds);
}
