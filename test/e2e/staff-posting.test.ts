import { expect } from 'vitest';
import { createLetter, createPhoto, createStaff } from '../factories.ts';
import { parcelToBePosted } from '../to-be-posted.ts';
import { openJourneys } from './support/journey.ts';
import { expectAccessibleAndLarge } from './support/large-text.ts';
import { button, heading, see, signIn } from './support/steps.ts';

const journey = await openJourneys();

journey(
  'staff open what goes by post to one person, print it with its sheet, and say once that it is in the post and has arrived',
  async ({ page, site }) => {
    const parcel = await parcelToBePosted(site, [createLetter, createPhoto]);
    await signIn(page, await createStaff(site), '/admin/deliveries?reason=physical_fulfilment');
    const row = page.getByRole('button', { name: /^Maya Alvarez/ });
    const dialog = page.getByRole('dialog');
    await row.click();
    await button(page, 'Pack it').click();
    await page.getByLabel('Reason').fill('It is due today');
    await dialog.getByRole('button', { name: 'Open it to pack it' }).click();
    await see(heading(page, 'To be posted'));
    await see(page.getByText('1 Harbour Road', { exact: false }));
    await see(button(page, 'Print it'));
    const sheet = page.getByRole('article', { name: 'The sheet on top' });
    await see(sheet.getByText('A letter'));
    await see(sheet.getByText('A photo'));
    await expectAccessibleAndLarge(page, 'what is packed for the post');
    await page.emulateMedia({ media: 'print' });
    await see(page.locator('[data-print="page"]').getByText('For Maya Alvarez, from Ruth Alvarez').first());
    await page.emulateMedia({ media: 'screen' });

    await page.getByRole('link', { name: 'Back to what is to be posted' }).click();
    await row.click();
    await button(page, 'Posted').click();
    await page.getByLabel('Tracking number').fill('RR 123');
    await page.getByLabel('Reason').fill('Handed in at the post office');
    await dialog.getByRole('button', { name: 'It is in the post' }).click();
    await see(page.getByText('Nothing is waiting'));
    await page.goto('/admin/deliveries?reason=in_the_post');
    await row.click();
    await see(page.getByText('tracking number RR 123', { exact: false }));
    await button(page, 'Arrived').click();
    await page.getByLabel('Reason').fill('The carrier says so');
    await dialog.getByRole('button', { name: 'It has arrived' }).click();
    await see(page.getByText('Nothing is waiting'));
    const schedules = (await parcel.owner.request({ url: '/api/schedules' })).json<
      { recipients: { state: string }[] }[]
    >();
    expect(schedules.flatMap(({ recipients }) => recipients.map(({ state }) => state))).toEqual([
      'delivered',
      'delivered',
    ]);
  },
);
