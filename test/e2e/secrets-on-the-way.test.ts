import type { Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { createPerson, createRecipient, goodPassword } from '../factories.ts';
import { linkTokenTo } from '../mailbox.ts';
import { mediaFiles } from '../media.ts';
import { openChromium } from './support/chromium.ts';
import { chooseFile, describeAndUpload } from './support/files.ts';
import { patienceMilliseconds } from './support/patience.ts';
import { deliverLetter } from './support/scheduled-letters.ts';
import { startSite } from './support/site.ts';
import { button, fillSignIn, heading, memoryCard, see } from './support/steps.ts';

const logged: string[] = [];
// At this level every request is logged.
const site = await startSite({ env: { LOG_LEVEL: 'debug' }, onLog: (line) => logged.push(line) });
const browser = await openChromium();

const newPassword = 'Copper-Lantern-1961';
/** Pages that a link in a mail leads to: the secret is in their URL, and nowhere else. */
const linkedPages = /\/(received|reset-password|verify-email)\//;

test('security 21, 64: credentials are in no address, no referrer and no line of the log, from the first page to the last', async () => {
  const context = await browser.newContext({ baseURL: site.address, reducedMotion: 'reduce' });
  context.setDefaultTimeout(patienceMilliseconds);
  const requests: { url: string; referrer: string }[] = [];
  context.on('request', (request: Request) => {
    requests.push({ url: request.url(), referrer: request.headers()['referer'] ?? '' });
  });
  const page = await context.newPage();
  const secrets = new Set<string>([goodPassword, newPassword]);
  /** Everything this browser now has that would give another one access. */
  const collect = async () => {
    const token = await page.evaluate(() => localStorage.getItem('auth_token'));
    if (token) secrets.add(token);
    for (const { value } of await context.cookies()) if (value) secrets.add(value);
  };

  const ruth = await createPerson(site);
  secrets.add(ruth.token);
  const links = await followLinks(page, ruth.user.email);
  await fillSignInAnew(page, ruth.user.email);
  await collect();

  for (const path of ['/recipients', '/schedule', '/settings', '/legacy', '/upload']) {
    await page.goto(path);
    await see(page.getByRole('heading', { level: 1 }));
  }
  await page.goto('/upload?type=photo');
  await chooseFile(page, 'Choose photos', await mediaFiles.photo.jpeg());
  await describeAndUpload(page, 'The garden');
  await see(memoryCard(page, 'The garden').getByText('Approved'));
  const opening = context.waitForEvent('page');
  await page
    .getByRole('link', { name: /View photo/i })
    .first()
    .click();
  await (await opening).close();

  const owner = await createPerson(site);
  const { path } = await deliverLetter(site, owner, await createRecipient(owner), 'For your thirtieth');
  await page.goto(path);
  await button(page, 'Open').click();
  await see(page.getByText('For your thirtieth').first());
  links.add(path.split('/').at(-1) ?? '');
  await collect();
  await page.goto('/');
  await button(page, 'Sign Out').click();
  await see(page.getByRole('link', { name: 'Get Started' }).first());
  await context.close();

  expect(secrets.size).toBeGreaterThanOrEqual(6);
  expect(logged.filter((line) => line.includes('"url"')).length).toBeGreaterThan(50);
  expect(requests.filter(({ referrer }) => referrer !== '').length).toBeGreaterThan(50);
  for (const secret of secrets) {
    expect(
      requests.filter(({ url }) => url.includes(secret) || url.includes(encodeURIComponent(secret))),
    ).toEqual([]);
  }
  for (const secret of [...secrets, ...links]) {
    expect(requests.filter(({ referrer }) => referrer.includes(secret))).toEqual([]);
    expect(logged.filter((line) => line.includes(secret))).toEqual([]);
  }
  for (const link of links)
    expect(requests.filter(({ url }) => url.includes(link) && !linkedPages.test(url))).toEqual([]);
  expect(logged.filter((line) => line.includes(ruth.user.email))).toEqual([]);
});

/** Confirms the address and chooses a new password, each by its link; returns the secrets in the links. */
async function followLinks(page: Page, email: string): Promise<Set<string>> {
  const verifying = await linkTokenTo(site.services, email, 'verify-email');
  await page.goto(`/verify-email/${verifying}`);
  await button(page, 'Confirm my address').click();
  await see(heading(page, 'Your address is confirmed'));
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill(email);
  await button(page, 'Send me a link').click();
  const resetting = await linkTokenTo(site.services, email, 'reset-password');
  await page.goto(`/reset-password/${resetting}`);
  await page.getByLabel('New password', { exact: true }).fill(newPassword);
  await page.getByLabel('Confirm new password').fill(newPassword);
  await button(page, 'Change my password').click();
  await see(heading(page, 'Your password is changed'));
  return new Set([verifying, resetting]);
}

async function fillSignInAnew(page: Page, email: string): Promise<void> {
  await page.goto('/auth?mode=signin');
  await fillSignIn(page, email, newPassword);
  await see(heading(page, 'Welcome back, Ruth'));
}
