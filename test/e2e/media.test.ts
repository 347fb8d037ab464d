import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Schedule } from '../../shared/delivery/schedules.ts';
import type { Memory } from '../../shared/memories/memories.ts';
import { createPerson, createRecipient, createSchedule } from '../factories.ts';
import { mediaFiles } from '../media.ts';
import { expectAccessible } from './support/axe.ts';
import { chooseFile, describeAndUpload, longFilm } from './support/files.ts';
import { openJourneys } from './support/journey.ts';
import { slowUploads } from './support/network.ts';
import { patienceMilliseconds } from './support/patience.ts';
import { receivedPath } from './support/scheduled-letters.ts';
import { becomes, button, heading, memoryCard, see, signIn } from './support/steps.ts';

const journey = await openJourneys();

journey(
  'a photo, a film and a sound are uploaded, approved without a reload, received and played',
  async ({ page, site, openDevice }) => {
    const ruth = await createPerson(site);
    const maya = await createRecipient(ruth);
    await signIn(page, ruth, '/upload?type=photo');
    await chooseFile(page, 'Choose photos', await mediaFiles.photo.jpeg());
    await describeAndUpload(page, 'The garden');
    await see(memoryCard(page, 'The garden').getByText('Approved'));
    await becomes(() => memoryCard(page, 'The garden').locator('img').evaluate(isDrawn), true);

    await page.goto('/upload?type=audio');
    await chooseFile(page, 'Choose a recording', await mediaFiles.audio.mp3());
    await describeAndUpload(page, 'The song');
    await see(memoryCard(page, 'The song').getByText('Approved'));
    await see(button(memoryCard(page, 'The song'), 'Listen, 2 seconds'));

    await page.goto('/upload?type=video');
    await chooseFile(page, 'Choose a video', await longFilm());
    await slowUploads(page, 500);
    await describeAndUpload(page, 'The harbour');
    const progress = page.getByRole('progressbar', { name: 'Uploading' });
    const percent = async () => Number(await progress.getAttribute('aria-valuenow'));
    await expect
      .poll(percent, { timeout: patienceMilliseconds, interval: 20 })
      .toSatisfy((seen: number) => seen > 10 && seen < 100);
    await see(memoryCard(page, 'The harbour').getByText('Approved'));
    await see(memoryCard(page, 'The harbour').getByText('0:12'));
    await becomes(() => memoryCard(page, 'The harbour').locator('img').evaluate(isDrawn), true);
    for (const title of ['The garden', 'The harbour'])
      expect(await memoryCard(page, title).locator('img').evaluate(coversWords), title).toBe(false);

    for (const memory of (await ruth.request({ url: '/api/memories' })).json<Memory[]>()) {
      const deliveryDate = new Date(site.clock.now().getTime() + 60_000).toISOString();
      await createSchedule(ruth, { memoryId: memory.id, deliveryDate, recipientIds: [maya.id] });
    }
    site.clock.advance(60);
    // Each has its own mail, and the first may arrive before the others are sent.
    const areDelivered = async () =>
      (await ruth.request({ url: '/api/schedules' })).json<Schedule[]>().map((each) => each.isDelivered);
    await becomes(areDelivered, [true, true, true]);

    const { page: hers } = await openDevice();
    const ranges: number[] = [];
    hers.on('response', (response) => {
      if (response.request().resourceType() === 'media') ranges.push(response.status());
    });
    await hers.goto(await receivedPath(site, maya));
    await openClosed(hers, 'a photo');
    await becomes(() => hers.getByRole('img', { name: 'The garden' }).evaluate(isDrawn), true);
    await openClosed(hers, 'a recording of 2 seconds');
    await see(button(hers, 'Listen, 2 seconds'));
    expect(ranges).toEqual([]);
    await listenByKeyboard(hers);
    await openClosed(hers, 'a video of 12 seconds');
    await watchAndSeek(hers);
    await expectAccessible(hers, 'what was heard and is being watched');
    expect(new Set(ranges)).toEqual(new Set([206]));
  },
);

/** From the page of all three; the newest has a button that just says "Open". */
async function openClosed(page: Page, name: string): Promise<void> {
  const back = page.getByRole('link', { name: 'Everything from Ruth' }).first();
  await see(heading(page, 'From Ruth').or(back));
  if (await back.isVisible()) await back.click();
  await see(heading(page, 'From Ruth'));
  const lesser = button(page, `Open ${name}`);
  await ((await lesser.isVisible()) ? lesser : button(page, 'Open')).click();
  await see(back);
}

/** Everything by keyboard: listen, move a second, go to the end and back, slow down, and stop in the same place. */
async function listenByKeyboard(page: Page): Promise<void> {
  const player = page.getByRole('group', { name: 'The song' });
  const sound = player.locator('audio');
  const place = player.getByRole('slider', { name: 'Place in The song' });
  expect(await place.getAttribute('aria-valuetext')).toBe('0 seconds of 2');
  await button(player, 'Listen, 2 seconds').press('Enter');
  await becomes(() => sound.evaluate(hasPlayed), true);
  await see(button(player, 'Listen again'));
  expect(await place.getAttribute('aria-valuetext')).toBe('2 seconds of 2');

  await place.press('Home');
  expect(await place.getAttribute('aria-valuetext')).toBe('0 seconds of 2');
  await place.press('ArrowRight');
  expect(await place.getAttribute('aria-valuetext')).toBe('1 second of 2');
  expect(await sound.evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBe(1);
  await player.getByLabel('Speed').selectOption('Slower');
  expect(await sound.evaluate((audio: HTMLAudioElement) => audio.playbackRate)).toBe(0.75);
  await place.press('End');
  expect(await place.getAttribute('aria-valuetext')).toBe('2 seconds of 2');
}

/** There is no picture before the press; then the line is dragged to another place. */
async function watchAndSeek(page: Page): Promise<void> {
  const player = page.getByRole('group', { name: 'The harbour' });
  const film = player.locator('video');
  expect(await film.isVisible()).toBe(false);
  await button(player, 'Watch, 12 seconds').click();
  await becomes(() => film.evaluate(hasPlayed), true);
  expect(await button(player, 'Pause').evaluate((one) => one === document.activeElement)).toBe(true);
  // The last quarter would be over in three seconds.
  await film.evaluate((video: HTMLVideoElement) => {
    video.playbackRate = 0.25;
  });
  const place = player.getByRole('slider', { name: 'Place in The harbour' });
  const { x, y, width, height } = (await place.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(x + width / 4, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.75, y + height / 2, { steps: 3 });
  await page.mouse.up();
  await becomes(
    () =>
      film.evaluate((video: HTMLVideoElement) => video.currentTime > 9 && !video.paused && !video.seeking),
    true,
  );
  await button(player, 'Pause').press('Space');
  await see(button(player, 'Go on watching'));
}

/** Whether a card's picture covers the words below it. */
function coversWords(picture: HTMLImageElement): boolean {
  const title = picture.closest('article')?.querySelector('h3, h2');
  if (!title) throw new Error('There is no title');
  return picture.getBoundingClientRect().bottom > title.getBoundingClientRect().top;
}

/** Whether the browser has drawn the picture itself, and not only reserved its place. */
function isDrawn(image: Element): boolean {
  return image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0;
}

function hasPlayed(player: HTMLMediaElement): boolean {
  return player.currentTime > 0.1 && player.error === null;
}
