import { expect } from 'vitest';
import type { Memory } from '../../shared/memories/memories.ts';
import { eventually } from '../app.ts';
import { createPerson, createRecipient, createSchedule, createStaff, uploadMemory } from '../factories.ts';
import { moving, record } from '../media.ts';
import { multipart } from '../multipart.ts';
import { openJourneys } from './support/journey.ts';
import { expectAccessibleAndLarge } from './support/large-text.ts';
import { receivedPath } from './support/scheduled-letters.ts';
import { heading, see, seeGone, signIn } from './support/steps.ts';

const journey = await openJourneys();

journey(
  'a film that was held is opened by staff for a reason, approved, and delivered to its recipient',
  async ({ page, site }) => {
    const [ruth, agnes] = [await createPerson(site, { plan: 'premium' }), await createStaff(site)];
    const maya = await createRecipient(ruth);
    const bytes = await record('mp4', [
      ...moving,
      '-pix_fmt',
      'yuv420p',
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
    ]);
    const film = { name: 'harbour.mp4', contentType: 'video/mp4', bytes };
    const { id } = await uploadMemory(ruth, { type: 'video', title: 'The harbour, early' }, film);
    const url = `/api/memories/${id}`;
    const untilApproval = (approval: Memory['approval']) =>
      eventually(
        async () => (await ruth.request({ url })).json<Memory>().approval === approval,
        `the film to be ${approval}`,
      );
    await untilApproval('approved');
    const deliveryDate = new Date(site.clock.now().getTime() + 60_000).toISOString();
    await createSchedule(ruth, { memoryId: id, deliveryDate, recipientIds: [maya.id] });
    const harmful = { ...film, bytes: Buffer.concat([bytes, Buffer.from('<html><body>')]) };
    await ruth.request({ method: 'PATCH', url, ...multipart({}, harmful) });
    await untilApproval('in_review');
    site.clock.advance(61);

    await signIn(page, agnes);
    await page.goto(`${site.address}/admin/memories`);
    await see(heading(page, 'Memory review'));
    await see(page.getByText('A delivery to one person, due since', { exact: false }));
    await see(page.getByText('a web page or script', { exact: true }));
    await expectAccessibleAndLarge(page, 'the memory review of the staff console');

    await page.getByRole('heading', { name: 'Memory review' }).click();
    await page.keyboard.press('o');
    const opening = page.getByRole('dialog', { name: 'Open the video' });
    await opening.getByLabel('Reason').fill('A page stands behind the film');
    await opening.getByRole('button', { name: 'Open', exact: true }).click();
    await see(page.getByRole('region', { name: 'What you have opened' }));
    await expect
      .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.readyState > 0))
      .toBe(true);
    await page.keyboard.press('a');
    await page.keyboard.press('Enter');
    await see(page.getByRole('status').getByText('Approved'));
    await seeGone(page.getByRole('button', { name: /^The harbour, early/ }));
    expect(await receivedPath(site, maya)).toContain('/received/');
    expect((await ruth.request({ url })).json<Memory>()).toMatchObject({
      isApproved: true,
      openings: [{ reason: 'A page stands behind the film' }],
    });
  },
);
