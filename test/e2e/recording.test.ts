import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Memory } from '../../shared/memories/memories.ts';
import { eventually } from '../app.ts';
import { createPerson, type Person } from '../factories.ts';
import { readHeader } from '../media.ts';
import { expectAccessible } from './support/axe.ts';
import { describeAndUpload } from './support/files.ts';
import { openJourneys } from './support/journey.ts';
import { pressOn, tabTo } from './support/keyboard.ts';
import {
  allowed,
  chooseOther,
  clockOf,
  countDevices,
  openDevices,
  playerOf,
  recordFor,
  seekIn,
  watchDevices,
} from './support/recording.ts';
import { becomes, button, heading, memoryCard, see, seeGone, signIn } from './support/steps.ts';

const journey = await openJourneys({ hasDevices: true });

journey(
  'a film is recorded with a pause, looked at, used, uploaded, approved, and plays everywhere',
  async ({ page, site }) => {
    const ruth = await createPerson(site);
    await watchDevices(page);
    await signIn(page, ruth, '/upload?type=video');
    await button(page, 'Record a video').click();
    await see(button(page, 'Turn on the camera'));
    expect(await countDevices(page)).toEqual({ opened: 0, open: 0 });
    await button(page, 'Turn on the camera').click();
    const picture = page.getByLabel('What the camera sees');
    await becomes(() => picture.evaluate((video: HTMLVideoElement) => video.videoWidth), 640);
    expect(await picture.evaluate((video) => getComputedStyle(video).scale)).toBe('-1 1');
    await see(page.getByText('The microphone hears you.'));
    const level = page.getByRole('dialog').locator('.origin-left');
    await becomes(async () => ((await level.boundingBox())?.width ?? 0) > 100, true);
    await see(page.getByText('At least 11 min left'));

    const shown = () =>
      picture.evaluate((video: HTMLVideoElement) => {
        const { srcObject } = video;
        return srcObject instanceof MediaStream ? srcObject.getTracks().map(({ label }) => label) : [];
      });
    const camera = await chooseOther(page, 'Camera');
    await becomes(async () => (await openDevices(page))[0], camera);
    await becomes(async () => (await shown()).includes(camera), true);
    const microphone = await chooseOther(page, 'Microphone');
    await becomes(() => openDevices(page), [camera, microphone]);
    await becomes(async () => new Set(await shown()), new Set([camera, microphone]));
    await button(page, 'Start recording').click();
    await button(page, 'Start now').click();
    await recordFor(page, 2);
    await button(page, 'Pause').click();
    await see(page.getByText(/^Paused at/));
    const pausedAt = await clockOf(page);
    await page.waitForFunction(
      (since) => performance.now() - since > 1500,
      await page.evaluate(() => performance.now()),
    );
    expect(await clockOf(page)).toBe(pausedAt);
    await button(page, 'Continue').click();
    await recordFor(page, 4);
    await button(page, 'Stop').click();
    const shownSeconds = Number.parseInt(
      (
        await page
          .getByText(/^Recorded, \d+ s$/)
          .first()
          .innerText()
      ).slice('Recorded, '.length),
      10,
    );
    expect(await countDevices(page)).toEqual({ opened: 6, open: 0 });
    const recorded = await seekIn(playerOf(page, 'what you have recorded'), 3);
    expect(recorded.reached).toBeGreaterThanOrEqual(3);
    expect(recorded.duration).toBeGreaterThan(3.5);
    // The pause, which was longer, does not count.
    expect(recorded.duration).toBeLessThan(shownSeconds + 1.5);

    await button(page, 'Use this recording').click();
    await see(page.getByText(/^Recording \d+ \w+ \d{4}\.webm, /));
    await describeAndUpload(page, 'From the kitchen');
    await see(memoryCard(page, 'From the kitchen').getByText('Approved'));
    const memory = await playableMemory(ruth);
    expect(memory.durationSeconds).toBeCloseTo(recorded.duration, 1);
    expect(await headerAt(ruth, memory.fileUrl)).toMatchObject({ codecs: ['opus', 'vp9'] });
    expect(await headerAt(ruth, memory.displayUrl)).toMatchObject({ codecs: ['aac', 'h264'] });
    // What was uploaded is no longer kept here.
    await page.reload();
    await see(heading(page, 'Your video is kept.'));
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Upload' }).click();
    await see(heading(page, 'Share Memories'));
    await see(memoryCard(page, 'From the kitchen'));
    expect(await page.getByText(/was not uploaded/).count()).toBe(0);
  },
  allowed,
);

journey(
  'a sound is recorded and uploaded by keyboard alone',
  async ({ page, site }) => {
    const ruth = await createPerson(site);
    await signIn(page, ruth, '/upload?type=audio');
    await pressOn(page, button(page, 'Record your voice'));
    for (const name of ['Turn on the microphone', 'Start recording', 'Start now']) {
      await hasFocus(page, name);
      await page.keyboard.press('Enter');
    }
    await recordFor(page, 1);
    await tabTo(page, button(page, 'Pause'), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await hasFocus(page, 'Continue');
    await page.keyboard.press('Enter');
    await recordFor(page, 2);
    await pressOn(page, button(page, 'Stop'));
    await hasFocus(page, 'Use this recording');
    await page.keyboard.press('Enter');
    await see(page.getByText(/^Recording \d+ \w+ \d{4}\.ogg, /));
    await tabTo(page, page.getByLabel('Title'));
    await page.keyboard.type('Good night');
    await tabTo(page, page.getByLabel('For whom'));
    await page.keyboard.type('c');
    await pressOn(page, button(page, 'Upload'));
    await see(memoryCard(page, 'Good night').getByText('Approved'));
    const memory = await playableMemory(ruth);
    expect(memory.durationSeconds).toBeGreaterThan(1.5);
    expect(await headerAt(ruth, memory.fileUrl)).toMatchObject({ codecs: ['opus'] });
    expect(await headerAt(ruth, memory.displayUrl)).toMatchObject({ codecs: ['aac'] });
  },
  allowed,
);

journey(
  'where the camera is refused it is said what to do, a file can be chosen, and it can be allowed after all',
  async ({ page, context, site }) => {
    await signIn(page, await createPerson(site), '/upload?type=video');
    await button(page, 'Record a video').click();
    await button(page, 'Turn on the camera').click();
    const refusal = page
      .getByRole('alert')
      .filter({ hasText: 'The camera and microphone may not be used here' });
    await see(refusal);
    await see(refusal.getByText(/allow the camera and microphone, and try again/));
    await expectAccessible(page, 'refused camera');
    await button(page, 'Choose a file instead').click();
    await seeGone(page.getByRole('dialog'));
    await hasFocus(page, 'Record a video');
    await see(button(page, 'Choose a video'));
    await button(page, 'Record a video').click();
    await button(page, 'Turn on the camera').click();
    await see(refusal);
    await context.grantPermissions(allowed.permissions);
    await button(page, 'Try again').click();
    await see(button(page, 'Start recording'));
  },
  { permissions: [] },
);

async function hasFocus(page: Page, name: string): Promise<void> {
  await becomes(() => page.evaluate(() => document.activeElement?.textContent ?? ''), name);
}

async function memoriesOf(person: Person): Promise<Memory[]> {
  return (await person.request({ url: '/api/memories' })).json<Memory[]>();
}

/** The only memory of somebody, once pages play a converted file instead of the original. */
function playableMemory(person: Person): Promise<Memory> {
  return eventually(async () => {
    const [memory] = await memoriesOf(person);
    return memory && memory.displayUrl !== memory.fileUrl && memory;
  }, 'what every browser plays');
}

async function headerAt(person: Person, url: string | null) {
  return await readHeader((await person.request({ url: url ?? '' })).rawPayload);
}
