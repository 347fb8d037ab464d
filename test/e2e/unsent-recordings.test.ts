import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { createPerson } from '../factories.ts';
import { describeAndUpload } from './support/files.ts';
import { openJourneys } from './support/journey.ts';
import {
  allowed,
  clockOf,
  countDevices,
  playerOf,
  recordFor,
  seekIn,
  startRecording,
  watchDevices,
} from './support/recording.ts';
import { becomes, button, fillSignIn, heading, memoryCard, see, seeGone, signIn } from './support/steps.ts';

const journey = await openJourneys({ hasDevices: true });

journey(
  'a page that crashes while it records loses at most a second: the rest is offered to its owner alone',
  async ({ page, context, site, console }) => {
    // Requests that were under way at the sign-out are refused from then on.
    console.allow(/status of 401/);
    const ruth = await createPerson(site);
    const noah = await createPerson(site);
    await signIn(page, ruth, '/upload?type=video');
    await startRecording(page, 'Record a video');
    await recordFor(page, 4);
    const other = await context.newPage();
    await other.goto('/upload');
    await see(heading(other, 'Nothing here yet'));
    expect(await other.getByText(/was not uploaded/).count(), 'while it runs it is not left behind').toBe(0);
    const crashedAfter = await crash(page);

    await other.reload();
    await see(other.getByText(/^You have a recording of \d+ s that was not uploaded\./));
    await button(other, 'Sign Out').click();
    await signIn(other, noah, '/upload');
    await see(heading(other, 'Nothing here yet'));
    expect(await other.getByText(/was not uploaded/).count(), 'nobody else is shown it').toBe(0);
    await button(other, 'Sign Out').click();
    await other.goto('/auth');
    await fillSignIn(other, ruth.user.email);
    await see(heading(other, 'Welcome back, Ruth'));

    await other.goto('/upload');
    await button(other, 'Use it').click();
    await see(other.getByText(/^Recording \d+ \w+ \d{4}\.webm, /));
    const { duration } = await seekIn(playerOf(other, /^Recording/), 1);
    // A second of recording, and what the encoder had not written yet.
    expect(duration).toBeGreaterThan(crashedAfter - 1.5);
    await describeAndUpload(other, 'Up to here');
    await see(memoryCard(other, 'Up to here').getByText('Approved'));
    expect(await other.getByText(/was not uploaded/).count()).toBe(0);
  },
  allowed,
);

journey(
  'a sound too survives a crash but for a second',
  async ({ page, context, site }) => {
    await signIn(page, await createPerson(site), '/upload?type=audio');
    await startRecording(page, 'Record your voice');
    await recordFor(page, 4);
    const crashedAfter = await crash(page);

    const other = await context.newPage();
    await other.goto('/upload');
    await button(other, 'Use it').click();
    await see(other.getByText(/^Recording \d+ \w+ \d{4}\.ogg, /));
    const { duration } = await seekIn(playerOf(other, /^Recording/), 1);
    expect(duration).toBeGreaterThan(crashedAfter - 1.5);
    // Back leads to the choice of a file, where it is offered as before.
    await other.goBack();
    await see(button(other, 'Record your voice'));
    await button(other, 'Use it').click();
    await see(other.getByText(/^Recording \d+ \w+ \d{4}\.ogg, /));
  },
  allowed,
);

journey(
  'leaving while it records asks; what is not used now is kept until it is deleted',
  async ({ page, site }) => {
    await watchDevices(page);
    await signIn(page, await createPerson(site), '/upload');
    await page.getByRole('link', { name: /^Audio/ }).click();
    await startRecording(page, 'Record your voice');
    await page.keyboard.press('Escape');
    await button(page.getByRole('alertdialog', { name: 'Stop recording?' }), 'Go on recording').click();
    await page.evaluate(() => window.history.back());
    await button(page.getByRole('alertdialog', { name: 'Stop recording?' }), 'Go on recording').click();
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await recordFor(page, 6);
    await button(page, 'Stop').click();
    await button(page, 'Record again').click();
    await button(page.getByRole('alertdialog', { name: 'Record again?' }), 'Keep it').click();
    await button(page, 'Not now').click();
    await see(page.getByText(/^You have a recording of \d+ s that was not uploaded\./));
    expect((await countDevices(page)).open).toBe(0);
    await button(page, 'Delete it').click();
    await button(page.getByRole('alertdialog', { name: 'Delete this recording?' }), 'Delete').click();
    await seeGone(page.getByText(/was not uploaded/));
    await page.reload();
    await see(button(page, 'Choose a recording'));
    expect(await page.getByText(/was not uploaded/).count()).toBe(0);
  },
  allowed,
);

journey(
  'signing out in another tab closes camera and microphone, and what was recorded waits',
  async ({ page, context, site, console }) => {
    // Requests that were under way in the first tab are refused from then on.
    console.allow(/status of 401/);
    const ruth = await createPerson(site);
    await watchDevices(page);
    await signIn(page, ruth, '/upload?type=video');
    await startRecording(page, 'Record a video');
    await recordFor(page, 2);
    const other = await context.newPage();
    await other.goto('/');
    await button(other, 'Sign Out').click();
    await becomes(async () => (await countDevices(page)).open, 0);
    // Its last chunk is stored before the recording counts as left behind.
    await becomes(() => other.evaluate(countRecordingLocks), 0);
    await signIn(other, ruth, '/upload');
    await see(other.getByText(/^You have a recording of \d+ s that was not uploaded\./));
  },
  allowed,
);

journey(
  'who records for longer than the idle time stays signed in; who pauses and goes away is signed out, and it waits',
  async ({ page, site }) => {
    const ruth = await createPerson(site);
    const warning = page.getByRole('dialog', { name: 'Are you still there?' });
    const liveThrough = async (minutes: number) => {
      for (let minute = 0; minute < minutes; minute++) {
        site.clock.advance(60);
        // A leap, in which each timer fires once: the microphone's level is drawn 3,600 times a minute.
        await page.clock.fastForward(60_000);
      }
    };
    await watchDevices(page);
    await signIn(page, ruth, '/upload?type=audio');
    await startRecording(page, 'Record your voice');
    await liveThrough(21);
    expect(await warning.count()).toBe(0);
    expect(await clockOf(page)).toBeGreaterThan(20 * 60);
    await button(page, 'Pause').click();
    await liveThrough(19);
    await see(warning);
    await liveThrough(2);
    await see(page.getByText(/signed out/).first());
    await signIn(page, ruth, '/upload');
    await see(page.getByText(/^You have a recording of 2\d min( \d+ s)? that was not uploaded\./));
  },
  { ...allowed, sharesClock: true },
);

async function countRecordingLocks(): Promise<number> {
  const { held = [] } = await navigator.locks.query();
  return held.filter(({ name }) => name?.startsWith('recording:')).length;
}

/** Kills the page's process as if it had crashed, and returns how long it had recorded. */
async function crash(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  const seconds = await clockOf(page);
  session.send('Page.crash').catch(() => undefined);
  await crashed;
  return seconds;
}
