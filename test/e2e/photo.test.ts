import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { Memory } from '../../shared/memories/memories.ts';
import { createPerson } from '../factories.ts';
import { describeAndUpload } from './support/files.ts';
import { openJourneys } from './support/journey.ts';
import { allowed, countDevices, watchDevices } from './support/recording.ts';
import { button, memoryCard, see, signIn } from './support/steps.ts';

const journey = await openJourneys({ hasDevices: true });

journey(
  'a photo is taken again, used and uploaded: as fine as the camera gives it, and without a word about the place',
  async ({ page, site }) => {
    const ruth = await createPerson(site);
    await watchDevices(page);
    await signIn(page, ruth, '/upload?type=photo');
    await button(page, 'Take a photo').click();
    await button(page, 'Turn on the camera').click();
    for (const next of ['Take another', 'Use this photo']) {
      await takePhoto(page);
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

/** A made-up camera that was closed a moment ago may show nothing when it is opened again: then as anybody would, once more. */
async function takePhoto(page: Page): Promise<void> {
  await button(page, 'Take the photo').click();
  await button(page, 'Start now').click();
  const taken = button(page, 'Use this photo');
  const again = button(page, 'Try again');
  await see(taken.or(again));
  if (await taken.isVisible()) return;
  await again.click();
  await takePhoto(page);
}
