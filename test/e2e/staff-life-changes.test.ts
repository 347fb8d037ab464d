import { expect } from 'vitest';
import { createStaff } from '../factories.ts';
import { told } from '../life-changes.ts';
import { mailTo } from '../mailbox.ts';
import { releasedOwner } from '../trusted-access.ts';
import { openJourneys } from './support/journey.ts';
import { expectAccessibleAndLarge } from './support/large-text.ts';
import { button, heading, see, seeGone, signIn } from './support/steps.ts';

const journey = await openJourneys();

journey(
  'a contact asks to hold somebody and says that another has died; staff answer the one and confirm the other by keys',
  async ({ page, site }) => {
    const leo = { firstName: 'Leo', lastName: 'Alvarez' };
    const released = await releasedOwner(site, [leo, { firstName: 'Ana', lastName: 'Alvarez' }]);
    const [contact, first, second] = released.recipients;
    await told(site, released, first?.id ?? '', { kind: 'hold', note: 'He is in hospital until May' });
    await told(site, released, second?.id ?? '', { kind: 'died' });

    await signIn(page, await createStaff(site), '/admin/life-changes');
    await see(heading(page, 'Holds and changes'));
    await see(page.getByRole('link', { name: /^Holds and changes 2 waiting/ }));
    await see(page.getByRole('button', { name: /^Leo Alvarez/ }));
    await page.keyboard.press('j');
    await page.keyboard.press('o');
    await see(page.getByText('He is in hospital until May'));
    await expectAccessibleAndLarge(page, 'the holds and changes of the staff console');
    await page.keyboard.press('a');
    await page.getByLabel('To Inés Duarte').fill('We wait until May.');
    await page.getByLabel('Reason').fill('Her word is enough');
    await button(page, 'Answer, and keep holding').last().click();
    await see(page.getByRole('link', { name: /^Holds and changes 1 waiting/ }));
    await seeGone(page.getByText('Leo Alvarez should be held'));
    await expect
      .poll(async () => (await mailTo(site.services, contact?.email ?? '')).map(({ subject }) => subject))
      .toContain('About Leo Alvarez');

    await page.keyboard.press('j');
    await page.keyboard.press('c');
    await see(page.getByText('to nobody, since the owner named no substitute', { exact: false }));
    await page.getByLabel('Reason').fill('The registry says so');
    await button(page, 'Confirm the death').last().click();
    await see(page.getByText('Nothing here'));
    await page.goto(`${new URL(page.url()).origin}/admin/life-changes?state=confirmed`);
    await see(page.getByText('Ana Alvarez has died'));
  },
);
