import { expect } from 'vitest';
import { createPerson, goodPassword } from '../factories.ts';
import { mailTo } from '../mailbox.ts';
import { expectAccessible } from './support/axe.ts';
import { openJourneys } from './support/journey.ts';
import { becomes, button, heading, leaveLetter, memoryCard, see, signIn } from './support/steps.ts';

// Two minutes before noon in New York, where the browser is: "12:00", which the form offers, is two minutes ahead.
const journey = await openJourneys({ startsAt: '2031-05-04T15:58:00Z' });

const minutesToNoon = 2;

journey(
  'a letter goes from its first word to the person it is for',
  async ({ page, site, openDevice }) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Get Started' }).first().click();
    await see(heading(page, 'Create Your Account'));
    await page.getByLabel('First name').fill('Ruth');
    await page.getByLabel('Last name').fill('Alvarez');
    await page.getByLabel('Email').fill('ruth@example.com');
    await page.getByLabel('Date of birth').fill('1961-03-02');
    await page.getByLabel('Password', { exact: true }).fill(goodPassword);
    await page.getByLabel('Confirm password').fill(goodPassword);
    await button(page, 'Create Account').click();
    const terms = page.getByRole('dialog', { name: 'Terms agreement' });
    await terms.getByRole('checkbox').check();
    await button(terms, 'Accept and create account').click();
    await see(heading(page, 'Welcome back, Ruth'));

    await page.goto('/recipients');
    await button(page, 'Add your first recipient').click();
    const dialog = page.getByRole('dialog', { name: 'Add Recipient' });
    await dialog.getByLabel('First name').fill('Maya');
    await dialog.getByLabel('Last name').fill('Alvarez');
    await dialog.getByLabel('Relationship').selectOption('child');
    await dialog.getByLabel('Email').fill('maya@example.com');
    await button(dialog, 'Save').click();
    await see(heading(page, 'Maya Alvarez'));

    await leaveLetter(page, 'For your thirtieth', 'Dear Maya,\n\nEat something first.', 'Maya Alvarez');
    await see(memoryCard(page, 'For your thirtieth').getByText('Approved'));

    await page.goto('/schedule');
    await page.getByRole('radio', { name: 'For your thirtieth' }).check();
    await page.getByRole('button', { name: /Sunday, May 4, 2031/ }).click();
    await page.getByRole('checkbox', { name: 'Maya Alvarez' }).check();
    await see(page.getByText(/^Maya will get an e-mail with your letter.*12:00/));
    await button(page, 'Schedule this delivery').click();
    await see(page.getByRole('status').getByText('Delivery scheduled'));
    const upcoming = page.getByRole('list', { name: 'Upcoming Deliveries' });
    await see(upcoming.getByText('Scheduled', { exact: true }));
    expect(await mailTo(site.services, 'maya@example.com')).toEqual([]);

    site.clock.advance(minutesToNoon * 60);
    await page.clock.fastForward(minutesToNoon * 60_000);
    await see(heading(page, 'Delivered'));

    const maya = await openDevice();
    await maya.page.goto('/dev/mailbox');
    const mail = maya.page.getByRole('article').filter({ hasText: 'maya@example.com' });
    const opening = maya.context.waitForEvent('page');
    await mail.getByRole('link', { name: /\/received\// }).click();
    const received = await opening;
    await see(heading(received, 'Ruth left this for you.'));
    expect(await received.getByText('Eat something first.').count()).toBe(0);
    await button(received, 'Open').click();
    await see(heading(received, 'For your thirtieth'));
    await see(received.getByText('Eat something first.'));

    await see(page.getByText(/opened/i));
    const confirmations = async () =>
      (await mailTo(site.services, 'ruth@example.com')).filter(({ text }) =>
        text.includes('For your thirtieth'),
      );
    await becomes(async () => (await confirmations()).length, 1);
  },
  { sharesClock: true },
);

journey('a letter of several pages is looked at and printed before it is sent', async ({ page, site }) => {
  const ruth = await createPerson(site);
  await signIn(page, ruth);
  await page.goto('/upload?type=letter');
  expect(await button(page, 'Print preview').count()).toBe(0);
  await page.getByLabel('Title').fill('For your thirtieth');
  await page.getByLabel('Your letter').fill(`${'Dear Maya, sit down first.\n\n'.repeat(90)}The end of it.`);
  await button(page, 'Print preview').click();
  const preview = page.getByRole('dialog', { name: 'Print preview' });
  await see(preview.getByRole('article').getByText('The end of it.'));
  await expectAccessible(page, 'print preview');
  const printing = page.evaluate(
    () => new Promise<boolean>((resolve) => addEventListener('beforeprint', () => resolve(true))),
  );
  await button(preview, 'Print').click();
  expect(await printing).toBe(true);

  await page.emulateMedia({ media: 'print' });
  const paper = await page.locator('body').innerText();
  expect(paper).toContain('For your thirtieth');
  expect(paper.match(/sit down first/g)).toHaveLength(90);
  expect(paper).toContain('The end of it.');
  expect(paper).not.toMatch(/Sign Out|Print preview|Share Memories/);
});
