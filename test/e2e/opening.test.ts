import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { createPerson, createPhoto, createRecipient, createSchedule } from '../factories.ts';
import { openJourneys } from './support/journey.ts';
import { deliverLetter, receivedPath, untilApproved } from './support/scheduled-letters.ts';
import { becomes, button, heading, see } from './support/steps.ts';

const journey = await openJourneys();

/** What a frame of the opening shows. */
interface Frame {
  /** Open was pressed. */
  isOpening: boolean;
  /** The cover has begun to give way. */
  isLeaving: boolean;
  /** The cover or what was in it is to be seen. */
  hasPaper: boolean;
  /** Every picture that the page has can be painted at once. */
  hasPictures: boolean;
}

journey('a photo turns over once it can be painted, and no frame is without paper', async (walk) => {
  const { page, site } = walk;
  const ruth = await createPerson(site);
  const maya = await createRecipient(ruth);
  const { id: memoryId } = await createPhoto(ruth);
  await untilApproved(ruth);
  const deliveryDate = new Date(site.clock.now().getTime() + 60_000).toISOString();
  await createSchedule(ruth, { memoryId, deliveryDate, recipientIds: [maya.id] });
  site.clock.advance(60);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await slowDown(page);
  await page.addInitScript(recordFrames);
  await page.goto(await receivedPath(site, maya));
  const held = await holdPicture(page);
  await button(page, 'Open').click();
  await held.isAsked;
  await see(page.locator('.cover-opening'));
  expect((await framesOf(page)).some(({ isLeaving }) => isLeaving)).toBe(false);
  held.release();
  await see(page.locator('article img'));
  await becomes(() => page.locator('.cover').count(), 0);
  await expectPaperThroughout(page);
});

journey('a letter rises from its envelope, and no frame is without paper', async ({ page, site }) => {
  const ruth = await createPerson(site);
  const { letter, path } = await deliverLetter(site, ruth, await createRecipient(ruth), 'For your thirtieth');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await slowDown(page);
  await page.addInitScript(recordFrames);
  await page.goto(path);
  await button(page, 'Open').click();
  await see(heading(page, letter.title));
  await becomes(() => page.locator('.cover').count(), 0);
  await expectPaperThroughout(page);
});

/** To a quarter of its speed: on a busy machine a frame may take as long as the whole opening. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Animation.enable');
  await session.send('Animation.setPlaybackRate', { playbackRate: 0.25 });
}

async function expectPaperThroughout(page: Page): Promise<void> {
  const frames = await framesOf(page);
  const opening = frames.filter(({ isLeaving }) => isLeaving);
  expect(opening.length).toBeGreaterThan(1);
  expect(opening.every(({ hasPictures }) => hasPictures)).toBe(true);
  const pressed = frames.slice(frames.findIndex(({ isOpening }) => isOpening));
  expect(pressed.filter(({ hasPaper }) => !hasPaper)).toEqual([]);
}

/** What a photo is shown as does not arrive until it is released. */
async function holdPicture(page: Page) {
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(/\/api\/received\/.*(file|display)/, async (route) => {
    asked.resolve();
    await released.promise;
    await route.continue();
  });
  return { isAsked: asked.promise, release: released.resolve };
}

function framesOf(page: Page): Promise<Frame[]> {
  return page.evaluate(() => (window as unknown as { frames: Frame[] }).frames);
}

/** In the page, from its beginning: notes what each frame shows. */
function recordFrames(): void {
  const frames: Frame[] = [];
  Object.assign(window, { frames });
  const opacityOf = (element: Element | null): number =>
    element ? Number(getComputedStyle(element).opacity) * opacityOf(element.parentElement) : 1;
  const isSeen = (element: Element) => element.checkVisibility() && opacityOf(element) > 0.2;
  const look = () => {
    frames.push({
      isOpening: document.querySelector('.cover-opening') !== null,
      isLeaving: document.querySelector('.cover-leaving') !== null,
      hasPaper: [...document.querySelectorAll('.packet > *, .envelope-sheet, article')].some(isSeen),
      hasPictures: [...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth > 0),
    });
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
