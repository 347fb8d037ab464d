import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Recipient } from '../../shared/people/recipients.ts';
import {
  createPerson,
  createPhoto,
  createRecipient,
  createSchedule,
  type Person,
  uploadMemory,
} from '../factories.ts';
import { mediaFiles } from '../media.ts';
import { openJourneys } from './support/journey.ts';
import { deliverLetter, receivedPath, untilApproved } from './support/scheduled-letters.ts';
import type { Site } from './support/site.ts';
import { becomes, button, heading, see } from './support/steps.ts';

const journey = await openJourneys();

/** What a frame of the opening shows. */
interface Frame {
  /** Open was pressed. */
  isOpening: boolean;
  /** The cover has begun to open. */
  isLeaving: boolean;
  /** The cover or its contents are visible. */
  hasPaper: boolean;
  /** What comes out of it is on the page. */
  hasArticle: boolean;
  /** The sound can be played. */
  hasPlayer: boolean;
  /** Every picture on the page can be painted at once. */
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
  await openAndWaitFor(page, held);
  await see(page.locator('article img'));
  await becomes(() => page.locator('.cover').count(), 0);
  await expectPaperThroughout(page);
});

journey(
  'a letter rises from its envelope once the code that shows it is there, and no frame is without paper',
  async ({ page, site }) => {
    const ruth = await createPerson(site);
    const maya = await createRecipient(ruth);
    const { letter, path } = await deliverLetter(site, ruth, maya, 'For your thirtieth');
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await slowDown(page);
    await page.addInitScript(recordFrames);
    const held = await holdReading(page);
    await page.goto(path);
    await openAndWaitFor(page, held);
    await see(heading(page, letter.title));
    await becomes(() => page.locator('.cover').count(), 0);
    await expectPaperThroughout(page);
  },
);

journey('a sound comes out with what plays it', async ({ page, site }) => {
  const ruth = await createPerson(site);
  const maya = await createRecipient(ruth);
  await scheduleSound(site, ruth, maya);
  site.clock.advance(60);
  await page.addInitScript(recordFrames);
  await page.goto(await receivedPath(site, maya));
  await openAndWaitFor(page, await holdPlayer(page));
  await see(button(page, /^Listen/));
  const shown = (await framesOf(page)).filter(({ hasArticle }) => hasArticle);
  expect(shown.filter(({ hasPlayer }) => !hasPlayer)).toEqual([]);
});

/** A sound that is sent in a minute. */
async function scheduleSound({ clock }: Site, owner: Person, to: Recipient): Promise<void> {
  const sound = await mediaFiles.audio.mp3();
  const { id: memoryId } = await uploadMemory(owner, { type: 'audio', title: 'What I whistle' }, sound);
  await untilApproved(owner);
  const deliveryDate = new Date(clock.now().getTime() + 60_000).toISOString();
  await createSchedule(owner, { memoryId, deliveryDate, recipientIds: [to.id] });
}

/** Slows the browser to a quarter of its speed: on a busy machine a frame may take as long as the whole opening. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Animation.enable');
  await session.send('Animation.setPlaybackRate', { playbackRate: 0.25 });
}

/** Something that the opening waits for, which is held back until it is released. */
interface Held {
  isAsked: Promise<void>;
  release: () => Promise<void>;
}

/** Presses "Open", and checks that the cover waits. */
async function openAndWaitFor(page: Page, held: Held): Promise<void> {
  await button(page, 'Open').click();
  await held.isAsked;
  await see(page.locator('.cover-opening'));
  expect((await framesOf(page)).some(({ isLeaving }) => isLeaving)).toBe(false);
  await held.release();
}

async function expectPaperThroughout(page: Page): Promise<void> {
  const frames = await framesOf(page);
  const opening = frames.filter(({ isLeaving }) => isLeaving);
  expect(opening.length).toBeGreaterThan(1);
  expect(opening.filter(({ hasArticle, hasPictures }) => !hasArticle || !hasPictures)).toEqual([]);
  const pressed = frames.slice(frames.findIndex(({ isOpening }) => isOpening));
  expect(pressed.filter(({ hasPaper }) => !hasPaper)).toEqual([]);
}

/** A photo's displayed file does not arrive until it is released. */
function holdPicture(page: Page): Promise<Held> {
  return hold(page, /\/api\/received\/.*(file|display)/, () => true);
}

/** The same for the code of the page that shows what was opened. */
function holdReading(page: Page): Promise<Held> {
  return hold(page, /\/assets\/.*\.js$/, (body) => body.includes('arrives-from-cover'));
}

/** The same for the sound player. */
function holdPlayer(page: Page): Promise<Held> {
  return hold(page, /\/assets\/.*\.js$/, (body) => body.includes('Place in '));
}

async function hold(page: Page, address: RegExp, isWanted: (body: string) => boolean): Promise<Held> {
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    const response = await route.fetch();
    if (isWanted(await response.text())) {
      asked.resolve();
      await released.promise;
    }
    await route.fulfill({ response });
  });
  const release = async () => {
    released.resolve();
    // Requests still running when the journey ends are not a fault.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  };
  return { isAsked: asked.promise, release };
}

function framesOf(page: Page): Promise<Frame[]> {
  return page.evaluate(() => (window as unknown as { frames: Frame[] }).frames);
}

/** Runs in the page from its start: records what each frame shows. */
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
      hasArticle: document.querySelector('article') !== null,
      hasPlayer: document.querySelector('article audio') !== null,
      hasPictures: [...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth > 0),
    });
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
