import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { Memory } from '../../shared/memories/memories.ts';
import { createPerson } from '../factories.ts';
import { describeAndUpload } from './support/files.ts';
import { openJourneys } from './support/journey.ts';
import { allowed, countDevices, watchDevices } from './support/recording.ts';
import { becomes, button, memoryCard, see, signIn } from './support/steps.ts';

const journey = await openJourneys({ hasDevices: true });

journey(
  'a photo is taken again, used and uploaded: as fine as the camera gives it, and without a word about the place',
  async ({ page, site }) => {
    const ruth = await createPerson(site);
    await watchDevices(page);
    await page.addInitScript(holdPicture);
    await signIn(page, ruth, '/upload?type=photo');
    await button(page, 'Take a photo').click();
    await button(page, 'Turn on the camera').click();
    await expectNothingToMove(page);
    for (const next of ['Take another', 'Use this photo']) {
      await button(page, 'Take the photo').click();
      await button(page, 'Start now').click();
      await see(button(page, next));
      expect((await countDevices(page)).open).toBe(0);
      await button(page, next).click();
    }
    await see(page.getByText(/^Photo \d+ \w+ \d{4}\.jpg, /));
    await describeAndUpload(page, 'Today');
    await see(memoryCard(page, 'Today').getByText('Approved'));
    const [memory] = (await ruth.request({ url: '/api/memories' })).json<Memory[]>();
    const { rawPayload } = await ruth.request({ url: memory?.fileUrl ?? '' });
    const { format, width = 0, exif } = await sharp(rawPayload).metadata();
    expect({ format, exif }).toEqual({ format: 'jpeg', exif: undefined });
    expect(width).toBeGreaterThanOrEqual(1280);
  },
  allowed,
);

interface HeldWindow extends Window {
  showPicture?: () => void;
}

/** Runs in the page: a camera's first picture comes when `showPicture` is called, and not before. */
function holdPicture(): void {
  const isCalled = new Promise<void>((resolve) => Object.assign(window, { showPicture: resolve }));
  const source = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'srcObject') ?? {};
  const set = function set(this: HTMLMediaElement, stream: unknown) {
    void isCalled.then(() => source.set?.call(this, stream));
  };
  Object.defineProperty(HTMLMediaElement.prototype, 'srcObject', { ...source, set });
}

/** Somebody may be about to press the button when the picture comes. */
async function expectNothingToMove(page: Page): Promise<void> {
  await see(button(page, 'Take the photo'));
  const before = await button(page, 'Take the photo').boundingBox();
  await page.evaluate(() => (window as HeldWindow).showPicture?.());
  const preview = page.getByLabel('What the camera sees');
  await becomes(() => preview.evaluate((video: HTMLVideoElement) => video.readyState > 1), true);
  expect(await button(page, 'Take the photo').boundingBox()).toEqual(before);
}
