import { expect } from 'vitest';
import { createPerson, createRecipient } from '../factories.ts';
import { mailTo } from '../mailbox.ts';
import { openJourneys } from './support/journey.ts';
import { expectAccessibleAndLarge } from './support/large-text.ts';
import { scheduleDaily, scheduleLetter } from './support/scheduled-letters.ts';
import { becomes, button, heading, see, seeGone, signIn } from './support/steps.ts';

const journey = await openJourneys();

journey(
  'what is missing is mended from the dashboard; the rehearsal shows who would hear, and sends one thing to oneself',
  async ({ page, site }) => {
    const ruth = await createPerson(site);
    const ana = await createRecipient(ruth, { firstName: 'Ana', email: '' });
    await createRecipient(ruth, { firstName: 'Daniel', trustedContact: true });
    const letter = await scheduleLetter(site, ruth, ana, 'You at seven');
    await signIn(page, ruth);
    const notice = page.getByRole('region', { name: 'One person cannot be reached' });
    await see(notice.getByText('has no email address and no phone number.'));
    await expectAccessibleAndLarge(page, 'dashboard with somebody who cannot be reached');

    await page.goto('/rehearsal');
    await see(page.getByText('Nobody would hear from you as it stands.'));
    const gaps = page.getByRole('region', { name: 'What is missing' });
    await gaps.getByRole('link', { name: 'Add an address for Ana' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Recipient' });
    await dialog.getByLabel(/^Email/).fill('ana@example.com');
    await button(dialog, 'Save').click();
    await seeGone(dialog);
    await page.goto('/');
    await see(page.getByText('Everyone you have chosen can be reached.', { exact: false }));
    await seeGone(notice);

    await page.goto('/rehearsal');
    await see(page.getByText('Ana would hear from you.'));
    expect(await gaps.getByText('Ana', { exact: true }).count()).toBe(0);
    await button(page, 'More quiet days').click();
    await see(page.getByText('5 days', { exact: true }));
    await see(page.getByRole('region', { name: 'Saved' }));
    await expectAccessibleAndLarge(page, 'rehearsal of a death');
    await page.getByRole('radio', { name: 'Over the years' }).check();
    await see(heading(page, 'Over the years'));
    expect(new URL(page.url()).search).toBe('?as=years');
    await see(page.getByText('One delivery to one person', { exact: false }));
    await expectAccessibleAndLarge(page, 'rehearsal over the years');

    await page.goBack();
    await see(heading(page, 'If you died today'));
    await button(page, /^Send it to me: You at seven/).click();
    await see(page.getByRole('region', { name: 'It is on its way to you' }));
    await becomes(
      async () =>
        (await mailTo(site.services, ruth.user.email)).some(({ subject }) => /rehears/i.test(subject ?? '')),
      true,
    );
    expect(await mailTo(site.services, 'ana@example.com')).toEqual([]);

    await scheduleDaily(site, letter, 104);
    await page.reload();
    const send = button(page, /^Send it to me: You at seven/);
    await see(send.first());
    expect(await send.count()).toBe(100);
    await button(page, 'Show 5 more').click();
    await becomes(() => send.count(), 105);
    await seeGone(button(page, /^Show/));
  },
);
