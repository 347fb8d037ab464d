import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { sessions } from '../../server/features/accounts/auth/sessions/sessions.table.ts';
import { createPerson, type Person } from '../factories.ts';
import { draftKeysIn, goOnWith, isWithServer } from './support/drafts.ts';
import { openJourneys } from './support/journey.ts';
import {
  becomes,
  button,
  fillSignIn,
  heading,
  leap,
  memoryCard,
  see,
  seeGone,
  signIn,
} from './support/steps.ts';

const journey = await openJourneys({ startsAt: '2031-05-04T15:58:00Z' });

const kept = 'What you were writing is kept.';

journey('a session that the server has ended costs no word of a letter', async ({ page, site, console }) => {
  console.expect(/401/);
  const ruth = await createPerson(site);
  await signIn(page, ruth);
  await write(page, 'For your thirtieth', 'Dear Maya, sit down first.');
  await button(page, 'Continue').first().click();
  await page.getByLabel('For whom').selectOption('children');
  // As the button is pressed, so that no draft sent before is refused.
  await page.route('**/api/memories/upload', async (route) => {
    await site.services.db.delete(sessions);
    await route.continue();
  });
  await button(page, 'Upload').click();
  await see(page.getByText(`You have been signed out. Please sign in again. ${kept}`));
  await signBackIn(page, ruth);
  await expectDraft(page, 'For your thirtieth', 'Dear Maya, sit down first.');
});

journey(
  'signing out in another tab costs no word of a letter, down to the last one typed',
  async ({ page, site, context, console }) => {
    // The last words go to the server too, which may have ended the session by then; this browser keeps them anyway.
    console.allow(/401.*\/api\/drafts\//);
    const ruth = await createPerson(site);
    await signIn(page, ruth);
    const other = await context.newPage();
    await other.goto('/');
    await see(heading(other, 'Welcome back, Ruth'));
    await write(page, 'For your thirtieth', 'Dear Maya, sit down first.');
    await button(other, 'Sign Out').click();
    await seeGone(page.getByLabel('Your letter'));
    await signBackIn(page, ruth);
    await expectDraft(page, 'For your thirtieth', 'Dear Maya, sit down first.');
  },
);

journey(
  'after 18 quiet minutes somebody is asked whether they are still there, and stays with one press',
  async ({ page, site, console }) => {
    // Both sides count the same minutes: the server's session may be over when the page signs out.
    console.allow(/401.*\/api\/auth\/sign-out/);
    const ruth = await createPerson(site);
    await signIn(page, ruth);
    await leap(site, page, 1);
    await write(page, 'For your thirtieth', 'Dear Maya, sit down first.');
    await leap(site, page, 18);
    const keptAlive = page.waitForResponse((response) => response.url().endsWith('/api/auth/keep-alive'));
    // Not with the mouse: the browser reports a movement whenever something else appears under it.
    await button(page.getByRole('dialog', { name: 'Are you still there?' }), 'Stay signed in').press('Enter');
    expect((await keptAlive).status()).toBe(204);
    await seeGone(page.getByRole('dialog'));
    const letter = page.getByLabel('Your letter');
    await becomes(() => letter.evaluate((field) => field === document.activeElement), true);
    await leap(site, page, 15);
    expect(await letter.inputValue()).toBe('Dear Maya, sit down first.');

    await leap(site, page, 3);
    await see(page.getByRole('dialog', { name: 'Are you still there?' }));
    await leap(site, page, 2);
    await see(page.getByText(`You were signed out after 20 minutes without activity. ${kept}`));
    expect(await draftKeysIn(page)).toEqual([]);
    await signBackIn(page, ruth);
    await expectDraft(page, 'For your thirtieth', 'Dear Maya, sit down first.');
  },
  { sharesClock: true },
);

journey(
  'a session that ends while the server holds every word leaves none of them in the browser',
  async ({ page, site, console }) => {
    console.allow(/401/);
    const ruth = await createPerson(site);
    await signIn(page, ruth);
    const sent = page.waitForResponse(
      (response) =>
        response.url().includes('/api/drafts/letter/') &&
        response.request().postData()?.includes('children') === true,
    );
    await write(page, 'For your thirtieth', 'Dear Maya, sit down first.');
    await button(page, 'Continue').first().click();
    await page.getByLabel('For whom').selectOption('children');
    expect((await sent).ok()).toBe(true);
    await becomes(() => isWithServer(page), true);
    await site.services.db.delete(sessions);
    await button(page, 'Upload').click();
    await see(page.getByText(`You have been signed out. Please sign in again. ${kept}`));
    expect(await draftKeysIn(page)).toEqual([]);
    await signBackIn(page, ruth);
    await expectDraft(page, 'For your thirtieth', 'Dear Maya, sit down first.');
  },
);

journey(
  'an untouched second tab does not bring back a letter that is kept',
  async ({ page, site, context }) => {
    await context.clock.setFixedTime('2031-05-04T20:04:00Z');
    await signIn(page, await createPerson(site));
    const sent = page.waitForResponse((response) => response.url().includes('/api/drafts/letter/'));
    await write(page, 'For your thirtieth', 'Dear Maya, sit down first.');
    expect((await sent).ok()).toBe(true);
    await becomes(() => isWithServer(page), true);
    await see(page.getByText('Saved 16:04', { exact: true }));
    await page.reload();
    await see(page.getByText('What you were writing is back.'));
    expect(await page.getByLabel('Your letter').inputValue()).toBe('Dear Maya, sit down first.');
    const other = await context.newPage();
    await expectDraft(other, 'For your thirtieth', 'Dear Maya, sit down first.');

    await page.bringToFront();
    await button(page, 'Continue').first().click();
    await page.getByLabel('For whom').selectOption('children');
    await button(page, 'Upload').click();
    await see(memoryCard(page, 'For your thirtieth'));
    expect(await draftKeysIn(page)).toEqual([]);
    await other.goto('/');
    await see(heading(other, 'Welcome back, Ruth'));
    expect(await draftKeysIn(other)).toEqual([]);
    await other.goto('/upload?type=letter');
    await see(other.getByLabel('Your letter'));
    expect(await other.getByLabel('Your letter').inputValue()).toBe('');
  },
);

async function write(page: Page, title: string, text: string): Promise<void> {
  await page.goto('/upload?type=letter');
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Your letter').fill(text);
}

async function signBackIn(page: Page, person: Person): Promise<void> {
  await page.goto('/auth');
  await fillSignIn(page, person.user.email);
  await see(heading(page, `Welcome back, ${person.user.firstName}`));
}

async function expectDraft(page: Page, title: string, text: string): Promise<void> {
  await goOnWith(page, title);
  expect(await page.getByLabel('Title').inputValue()).toBe(title);
  expect(await page.getByLabel('Your letter').inputValue()).toBe(text);
}
