import { expect } from 'vitest';
import { createPerson, createRecipient } from '../factories.ts';
import { expectAccessible } from './support/axe.ts';
import { openJourneys } from './support/journey.ts';
import { deliverLetter } from './support/scheduled-letters.ts';
import { button, see, seeGone, signIn } from './support/steps.ts';

const journey = await openJourneys();

journey(
  'a delivery that failed says why, leads to the address, and is tried again',
  async ({ page, site }) => {
    const ruth = await createPerson(site);
    const maya = await createRecipient(ruth);
    await deliverLetter(site, ruth, maya, 'For your thirtieth');
    // As if it had not been sent.
    await site.services.db.execute("update delivery_queue set status = 'failed', delivered_at = null");
    await site.services.db.execute('update schedules set is_delivered = false, delivered_at = null');
    const reason = /We tried for seven days and could not deliver it/;

    await signIn(page, ruth);
    await see(page.getByText(reason));
    await page.goto('/schedule');
    const upcoming = page.getByRole('list', { name: 'Upcoming Deliveries' });
    await see(upcoming.getByText(reason));
    await expectAccessible(page, 'a failed delivery');
    await upcoming.getByRole('link', { name: 'Maya Alvarez' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Recipient' });
    expect(await dialog.getByLabel(/^Email/).inputValue()).toBe(maya.email);
    await button(dialog, 'Cancel').click();
    await seeGone(dialog);

    await page.goto('/schedule');
    await button(page, 'Try again to deliver For your thirtieth').click();
    await see(page.getByRole('status').getByText('We are trying again'));
    await seeGone(page.getByText(reason));
  },
);
