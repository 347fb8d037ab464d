import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Draft } from '../../shared/memories/drafts.ts';
import { createLetter, createPerson, createRecipient, type Person } from '../factories.ts';
import { goOnWith } from './support/drafts.ts';
import { openJourneys } from './support/journey.ts';
import { becomes, button, fillSignIn, heading, see, seeGone, signIn } from './support/steps.ts';

const journey = await openJourneys();

const theirWords = 'Dear Maya, about the house by the harbour.';

/** Ruth visits every page, and is in the middle of a letter. */
async function lookAround(page: Page, ruth: Person): Promise<void> {
  await signIn(page, ruth);
  for (const path of ['/recipients', '/schedule', '/settings', '/legacy']) {
    await page.goto(path);
    await see(page.getByRole('heading', { level: 1 }));
  }
  await page.goto('/upload?type=letter');
  await page.getByLabel('Title').fill('The house');
  await page.getByLabel('Your letter').fill(theirWords);
  await see(page.getByText(/^Saved/).first());
}

async function ruthWithThings(site: Parameters<typeof createPerson>[0]): Promise<Person> {
  const ruth = await createPerson(site, { firstName: 'Ruth', lastName: 'Quillfeather' });
  await createLetter(ruth, { title: 'Quillfeather and sons' });
  await createRecipient(ruth, { firstName: 'Maya', lastName: 'Quillfeather' });
  return ruth;
}

/** Checks that nothing of Ruth can be seen on the current page, or in its document. */
async function expectNothingOfRuth(page: Page): Promise<void> {
  const text = await page.evaluate(() => document.documentElement.outerHTML);
  for (const word of ['Quillfeather', 'harbour', 'Welcome back']) expect(text).not.toContain(word);
}

journey(
  'security 19: after signing out, Back shows nothing of the person, and the browser keeps nothing but a page for when there is no connection: what is unfinished is on the server',
  async ({ page, site, context, console }) => {
    console.allow(/401|503|ERR_INTERNET_DISCONNECTED/);
    const ruth = await ruthWithThings(site);
    const kept: string[] = [];
    page.on('response', (response) => {
      const isPrivate = new URL(response.url()).pathname.startsWith('/api/');
      if (isPrivate && !response.headers()['cache-control']?.includes('no-store')) kept.push(response.url());
    });
    await lookAround(page, ruth);
    await button(page, 'Sign Out').click();
    await see(page.getByRole('link', { name: 'Get Started' }).first());
    await expectNothingOfRuth(page);
    for (let step = 0; step < 5; step++) {
      await page.goBack();
      await see(
        button(page, 'Sign In')
          .or(page.getByRole('link', { name: 'Get Started' }))
          .first(),
      );
      await expectNothingOfRuth(page);
    }
    expect(kept).toEqual([]);

    const { local, session, caches, databases, workers } = await page.evaluate(readStorage);
    expect({ local, session, caches, databases, workers }).toEqual({
      local: {},
      session: {},
      caches: [expect.stringMatching(/^offline-fonts /)],
      databases: [],
      // It has the offline page, and its two fonts.
      workers: 1,
    });

    expect((await ruth.request({ url: '/api/drafts' })).json<Draft[]>()).toMatchObject([
      { kind: 'letter', content: { title: 'The house', content: theirWords } },
    ]);

    await context.setOffline(true);
    await page.goto('/recipients').catch(() => undefined);
    await see(heading(page, 'You are offline'));
    await context.setOffline(false);
    await page.getByRole('link', { name: 'Try again' }).click();
    await see(button(page, 'Sign In'));

    const cookies = await context.cookies();
    expect(cookies.map(({ name }) => name)).toEqual(['long_after_device']);
    const remembered = decodeURIComponent(cookies[0]?.value ?? '');
    for (const theirs of [ruth.user.id, ruth.user.email, ruth.user.firstName])
      expect(remembered).not.toContain(theirs);
  },
  { serviceWorkers: 'allow' },
);

journey(
  'somebody else who signs in on the same browser sees nothing of what the first was writing; the first finds it again',
  async ({ page, site, console }) => {
    console.allow(/401/);
    const ruth = await ruthWithThings(site);
    const noor = await createPerson(site, { firstName: 'Noor', lastName: 'Haddad' });
    await lookAround(page, ruth);
    await button(page, 'Sign Out').click();
    await see(page.getByRole('link', { name: 'Get Started' }).first());

    await signIn(page, noor);
    await seeNothingOfRuthOn(page, '/upload', 'Share Memories');
    await page.goto('/upload?type=letter');
    await becomes(() => page.getByLabel('Your letter').inputValue(), '');
    expect(await page.getByLabel('Title').inputValue()).toBe('');
    expect(await page.getByText('What you were writing is back.').count()).toBe(0);
    await page.getByLabel('Your letter').fill('Words of Noor.');
    await see(page.getByText(/^Saved/).first());
    await button(page, 'Sign Out').click();
    await see(page.getByRole('link', { name: 'Get Started' }).first());

    await page.goto('/auth');
    await fillSignIn(page, ruth.user.email);
    await see(heading(page, 'Welcome back, Ruth'));
    await goOnWith(page, 'The house');
    await becomes(() => page.getByLabel('Your letter').inputValue(), theirWords);
  },
);

journey(
  'a session that was ended elsewhere leaves nothing on the page either',
  async ({ page, site, console }) => {
    console.expect(/401/);
    const ruth = await ruthWithThings(site);
    await lookAround(page, ruth);
    await page.goto('/recipients');
    await see(page.getByText('Maya Quillfeather').first());
    const anew = page.waitForEvent('load');
    await ruth.request({ method: 'DELETE', url: '/api/auth/sessions' });
    await anew;
    await seeGone(page.getByText('Maya Quillfeather').first());
    await expectNothingOfRuth(page);
    expect(await page.evaluate(() => localStorage.getItem('auth_user'))).toBeNull();
  },
);

journey(
  'where the network stands still, signing out does not wait for it, and what the server does not have stays',
  async ({ page, site, console }) => {
    console.allow(/401/);
    const ruth = await ruthWithThings(site);
    await page.route('**/api/drafts/letter/*', () => undefined);
    await lookAround(page, ruth);
    await button(page, 'Sign Out').click();
    await see(page.getByRole('link', { name: 'Get Started' }).first());
    await expectNothingOfRuth(page);
    const { local } = await page.evaluate(readStorage);
    expect(Object.keys(local)).toEqual([expect.stringContaining(`draft:${ruth.user.id}:letter/`)]);

    await page.unrouteAll();
    await page.goto('/auth');
    await fillSignIn(page, ruth.user.email);
    await see(heading(page, 'Welcome back, Ruth'));
    await goOnWith(page, 'The house');
    await becomes(() => page.getByLabel('Your letter').inputValue(), theirWords);
    await button(page, 'Sign Out').click();
    await see(page.getByRole('link', { name: 'Get Started' }).first());
    expect((await page.evaluate(readStorage)).local).toEqual({});
  },
);

journey(
  'what never reached the server, on a screen that is closed by now, is sent before signing out and does not stay',
  async ({ page, site, console }) => {
    console.allow(/401|ERR_FAILED/);
    const ruth = await ruthWithThings(site);
    await page.route('**/api/drafts/letter/*', (route) => route.abort());
    await lookAround(page, ruth);
    await see(page.getByText(/^Saved on this device/));
    await page.unrouteAll();
    // The profile says whose draft it is, but somebody in a hurry is faster than its response.
    const { promise: pressed, resolve: press } = Promise.withResolvers<void>();
    await page.route('**/api/user/profile', async (route) => {
      await pressed;
      await route.continue();
    });
    await page.goto('/recipients');
    await see(page.getByText('Maya Quillfeather').first());
    await button(page, 'Sign Out').click();
    press();
    await see(page.getByRole('link', { name: 'Get Started' }).first());
    expect((await page.evaluate(readStorage)).local).toEqual({});
    expect((await ruth.request({ url: '/api/drafts' })).json<Draft[]>()).toMatchObject([
      { kind: 'letter', content: { title: 'The house', content: theirWords } },
    ]);
  },
);

async function seeNothingOfRuthOn(page: Page, path: string, title: string): Promise<void> {
  await page.goto(path);
  await see(heading(page, title));
  const text = await page.evaluate(() => document.documentElement.outerHTML);
  for (const word of ['Quillfeather', 'harbour', 'The house']) expect(text).not.toContain(word);
}

/** Everything that a page can leave in a browser. */
async function readStorage() {
  const databases = [];
  for (const { name = '', version = 1 } of await indexedDB.databases()) {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name, version);
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    for (const store of database.objectStoreNames) {
      const counting = database.transaction(store).objectStore(store).count();
      const count = await new Promise<number>((resolve) => {
        counting.onsuccess = () => resolve(counting.result);
      });
      if (count > 0) databases.push(`${name}/${store}: ${count}`);
    }
    database.close();
  }
  return {
    local: { ...localStorage },
    session: { ...sessionStorage },
    caches: await caches.keys(),
    databases,
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  };
}

journey(
  'a page that was asked for while signed out comes after signing in, a path that does not exist is the landing page',
  async ({ page, site, console }) => {
    console.expect(/404/);
    const ruth = await createPerson(site, { firstName: 'Ruth' });
    const maya = await createRecipient(ruth, { firstName: 'Maya', lastName: 'Quillfeather' });
    await page.goto(`/recipients/${maya.id}?from=a-bookmark`);
    await fillSignIn(page, ruth.user.email);
    await see(heading(page, 'Maya Quillfeather'));
    expect(new URL(page.url()).search).toBe('?from=a-bookmark');
    await button(page, 'Sign Out').click();
    await see(page.getByRole('link', { name: 'Get Started' }).first());
    await page.goto('/no-such-page');
    await see(page.getByRole('link', { name: 'Get Started' }).first());
  },
);

journey(
  'offline, a page that was visited can be read, and any other says so and comes once there is a connection',
  async ({ page, site, context, console }) => {
    console.allow(/ERR_INTERNET_DISCONNECTED/);
    const ruth = await ruthWithThings(site);
    await signIn(page, ruth, '/recipients');
    await see(page.getByText('Maya Quillfeather').first());
    const goTo = (name: string) =>
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
    await goTo('Home');
    await see(heading(page, 'Welcome back, Ruth'));

    await context.setOffline(true);
    await goTo('Store');
    await see(heading(page, 'You are offline'));
    await goTo('Recipients');
    await see(page.getByText('Maya Quillfeather').first());
    await goTo('Store');
    await see(heading(page, 'You are offline'));
    await context.setOffline(false);
    await see(page.getByText('Standard Digital Frame').first());
  },
);
