import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { createPerson, createRecipient } from '../factories.ts';
import { mediaFiles, record } from '../media.ts';
import { expectAccessible } from './support/axe.ts';
import { chooseFile, describeAndUpload } from './support/files.ts';
import { openJourneys } from './support/journey.ts';
import { playerOf } from './support/recording.ts';
import type { Site } from './support/site.ts';
import {
  becomes,
  button,
  heading,
  leap,
  memoryCard,
  openTab,
  see,
  seeGone,
  signIn,
  statusOfProfile,
} from './support/steps.ts';

const journey = await openJourneys({ startsAt: '2031-05-04T15:58:00Z' });
const shared = { sharesClock: true };

const warning = (page: Page) => page.getByRole('dialog', { name: 'Are you still there?' });

/** Moves all clocks, minute by minute, as a page that is left open experiences it. */
async function liveThrough(site: Site, page: Page, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    await site.settle();
    site.clock.advance(60);
    await page.clock.runFor(60_000);
  }
}

/**
 * Activity later than a second after the page was opened is reported to the server five minutes later. After
 * six minutes it has been, so the next activity is reported at once, however slow the machine is.
 */
const untilToldMinutes = 6;

/** Moves from the last activity, which the server already knows of, up to the warning. */
async function leapToWarning(site: Site, page: Page): Promise<void> {
  await leap(site, page, untilToldMinutes);
  await leap(site, page, 18 - untilToldMinutes);
  await see(warning(page));
}

journey(
  'who listens to a recording for longer than the idle time stays signed in, here and on the server',
  async ({ page, site }) => {
    const ruth = await createPerson(site);
    await signIn(page, ruth, '/upload?type=audio');
    const seconds = 300;
    const bytes = await record('mp3', ['-f', 'lavfi', '-i', `sine=duration=${seconds}`, '-b:a', '32k']);
    await chooseFile(page, 'Choose a recording', { name: 'song.mp3', contentType: 'audio/mpeg', bytes });
    const player = playerOf(page, 'song.mp3');
    await player.evaluate((sound: HTMLAudioElement) => sound.play());
    await liveThrough(site, page, 25);
    expect(await warning(page).count()).toBe(0);
    expect(await player.evaluate((sound: HTMLAudioElement) => sound.paused)).toBe(false);
    await becomes(() => statusOfProfile(page), 200);

    await player.evaluate((sound: HTMLAudioElement) => sound.pause());
    await leapToWarning(site, page);
    const keptAlive = page.waitForResponse((one) => one.url().endsWith('/api/auth/keep-alive'));
    await button(warning(page), 'Stay signed in').press('Enter');
    expect((await keptAlive).status()).toBe(204);
    await seeGone(warning(page));

    // A player that is removed with its page reports nothing more.
    await player.evaluate((sound: HTMLAudioElement) => sound.play());
    await page.getByRole('link', { name: 'Long After' }).first().click();
    await see(heading(page, 'Welcome back, Ruth'));
    await leap(site, page, 18);
    await see(warning(page));
  },
  shared,
);

journey(
  'who waits for an upload that is under way stays signed in, and is asked once it has arrived',
  async ({ page, site }) => {
    await signIn(page, await createPerson(site), '/upload?type=photo');
    await chooseFile(page, 'Choose photos', await mediaFiles.photo.jpeg());
    const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>();
    await page.route('**/api/uploads', async (route) => {
      await arrival;
      await route.continue();
    });
    await describeAndUpload(page, 'The garden');
    await see(page.getByRole('progressbar', { name: 'Uploading' }));
    await liveThrough(site, page, 25);
    expect(await warning(page).count()).toBe(0);

    arrive();
    await see(memoryCard(page, 'The garden'));
    await leap(site, page, 18);
    await see(warning(page));
  },
  shared,
);

for (const key of ['Enter', 'Escape'])
  journey(
    `the warning comes two minutes before, is said politely, and ${key} is enough to stay`,
    async ({ page, site }) => {
      await signIn(page, await createPerson(site));
      await leap(site, page, untilToldMinutes);
      await leap(site, page, 17 - untilToldMinutes);
      expect(await warning(page).count()).toBe(0);
      await leap(site, page, 1);
      await see(warning(page));
      const words = page.getByText('you will be signed out in two minutes');
      expect(await words.getAttribute('aria-live')).toBe('polite');
      expect(await warning(page).getAttribute('aria-describedby')).toBe(await words.getAttribute('id'));
      expect(
        await button(warning(page), 'Stay signed in').evaluate((one) => one === document.activeElement),
      ).toBe(true);
      if (key === 'Enter') await expectAccessible(page, 'idle warning');
      const keptAlive = page.waitForResponse((response) => response.url().endsWith('/api/auth/keep-alive'));
      await page.keyboard.press(key);
      expect((await keptAlive).status()).toBe(204);
      await seeGone(warning(page));
      await leap(site, page, 17);
      expect(await warning(page).count()).toBe(0);
      await see(heading(page, 'Welcome back, Ruth'));
    },
    shared,
  );

journey(
  'keys that write nothing and words that come without keys are activity, in the warning too',
  async ({ page, site }) => {
    await signIn(page, await createPerson(site), '/upload?type=letter');
    const letter = page.getByLabel('Your letter');
    await letter.fill('Dear Maya');
    await letter.focus();
    const acts = [
      () => page.keyboard.press('Backspace'),
      () => page.keyboard.press('ArrowLeft'),
      // As phone keyboards and composed scripts do it: no key is pressed.
      () => page.keyboard.insertText('é'),
    ];
    await leap(site, page, untilToldMinutes);
    for (const [round, act] of acts.entries()) {
      await leap(site, page, round === 0 ? 17 - untilToldMinutes : 17);
      // Reported to the server before its clock leaps, or its session would be over.
      const kept = page.waitForResponse((one) => one.url().endsWith('/api/auth/keep-alive'));
      await act();
      expect((await kept).status()).toBe(204);
    }
    await leap(site, page, 17);
    expect(await warning(page).count()).toBe(0);
    expect(await letter.inputValue()).toBe('Dear Maéy');

    await leap(site, page, 1);
    await see(warning(page));
    await page.keyboard.press('Tab');
    await seeGone(warning(page));
  },
  shared,
);

journey(
  'all tabs warn together, one press keeps all of them, and they end together',
  async ({ page, site, context, console }) => {
    // Both sides count the same minutes: the server's session is over when the pages sign out.
    console.allow(/401.*\/api\/auth\/sign-out/);
    const ruth = await createPerson(site);
    await signIn(page, ruth);
    const other = await openTab(context);
    await leapToWarning(site, page);
    await see(warning(other));
    // The server must hear of it before its clock leaps again, or its session would be over.
    const keptAlive = other.waitForResponse((one) => one.url().endsWith('/api/auth/keep-alive'));
    await button(warning(other), 'Stay signed in').press('Enter');
    expect((await keptAlive).status()).toBe(204);
    for (const tab of [page, other]) await seeGone(warning(tab));

    // When pages reload because something changed elsewhere, that is not activity, for the server either.
    const rereads = [page, other].map((tab) =>
      tab.waitForResponse((one) => one.url().endsWith('/api/recipients')),
    );
    await createRecipient(ruth);
    for (const reread of await Promise.all(rereads))
      expect(reread.request().headers()['x-background']).toBe('1');

    await leap(site, page, 18);
    for (const tab of [page, other]) await see(warning(tab));
    await leap(site, page, 2);
    for (const tab of [page, other]) {
      await see(tab.getByText('You were signed out after 20 minutes without activity.'));
      expect(await tab.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
    }
  },
  shared,
);
