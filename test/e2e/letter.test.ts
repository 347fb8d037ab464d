import { expect } from 'vitest';
import type { Memory } from '../../shared/memories/memories.ts';
import { createPerson, goodPassword } from '../factories.ts';
import { mailTo } from '../mailbox.ts';
import { expectAccessible } from './support/axe.ts';
import { countEffort } from './support/counting.ts';
import { openJourneys } from './support/journey.ts';
import { becomes, button, heading, memoryCard, see, signIn } from './support/steps.ts';

// Ten minutes before noon in New York, where the browser is: "12:00", which the form offers, is still in the future when it is chosen.
const journey = await openJourneys({ startsAt: '2031-05-04T15:50:00Z' });

const minutesToNoon = 10;

journey(
  'a letter goes from its first word to the person it is for',
  async ({ page, site, openDevice }) => {
    const effort = await countEffort(page);
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

    // The form asks only once who it is for, together with the letter.
    await page.getByRole('link', { name: 'Add Your First Memory' }).click();
    await page.getByLabel('Title').fill('For your thirtieth');
    await page.getByLabel('Your letter').fill('Dear Maya,\n\nEat something first.');
    await button(page, 'Continue').first().click();
    await see(heading(page, 'Who is it for?'));
    await page.goBack();
    await becomes(() => page.getByLabel('Your letter').inputValue(), 'Dear Maya,\n\nEat something first.');
    await page.goForward();
    await page.getByLabel('First name').fill('Maya');
    await page.getByLabel('Last name').fill('Alvarez');
    await page.getByLabel('Relationship').selectOption('child');
    await page.getByLabel(/^Email/).fill('maya@example.com');
    await button(page, 'Upload').click();
    await see(heading(page, 'Your letter is kept.'));
    await see(page.getByText('It is for Maya, and only you can read it until it is delivered.'));
    // Back leads to where the letter was begun, not to its form.
    await page.goBack();
    await see(heading(page, 'Welcome back, Ruth'));
    await page.goForward();
    await see(heading(page, 'Your letter is kept.'));
    await page.getByRole('link', { name: 'Choose its day' }).click();
    await button(page, 'Next month').first().click();
    await page.getByRole('button', { name: /Sunday, 15 June 2031/ }).click();
    await see(page.getByText(/^Maya will get an email with your letter.*12:00/));
    await button(page, 'Schedule this delivery').click();
    await see(heading(page, 'Maya will have it on 15 June 2031.'));
    expect(effort.presses.length, effort.presses.join(' | ')).toBeLessThanOrEqual(12);
    expect(effort.fields.length, effort.fields.join(' | ')).toBeLessThanOrEqual(11);
    await see(
      page.getByText(/^On that Sunday at 12:00 Eastern Maya will get an email at maya@example.com\./),
    );
    await page.reload();
    await see(heading(page, 'Maya will have it on 15 June 2031.'));
    await expectAccessible(page, 'a letter that is scheduled');

    // After "Undo" it asks for the day again, and everything else is as it was.
    await button(page, 'Undo').click();
    await see(page.getByText(/^Maya will get an email with your letter.*15\sJune\s2031 at 12:00/));
    await becomes(() => page.getByRole('main').evaluate((main) => main === document.activeElement), true);
    await button(page, 'Previous month').first().click();
    await page.getByRole('button', { name: /Sunday, 4 May 2031/ }).click();
    await button(page, 'Schedule this delivery').click();
    await see(heading(page, 'Maya will have it on 4 May 2031.'));
    await page.goBack();
    await see(heading(page, 'Your letter is kept.'));
    await see(page.getByText('It goes to Maya on 4 May 2031.'));
    await expectAccessible(page, 'a letter that is kept');
    await page.getByRole('link', { name: 'See its day' }).click();
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
    await mail
      .getByRole('link', { name: /\/received\// })
      .first()
      .click();
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
    // Confirmations are collected for a minute.
    await site.services.db.execute("update pgboss.job set start_after = now() where name = 'send-mails'");
    await becomes(async () => (await confirmations()).length, 1);
  },
  { sharesClock: true },
);

journey(
  'a pasted text that is too long is kept whole, and its author shortens it',
  async ({ page, site, context }) => {
    const ruth = await createPerson(site);
    await signIn(page, ruth, '/upload?type=letter');
    const letter = page.getByLabel('Your letter');
    await letter.fill('Dear Maya, ');
    await see(page.getByText('11 / 5000', { exact: true }));
    await letter.pressSequentially('sit');
    await see(page.getByText('14 / 5000', { exact: true }));

    const long = 'sit down first. '.repeat(312);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate((text) => navigator.clipboard.writeText(text), long);
    await letter.press('ControlOrMeta+v');
    await see(page.getByText('5006 / 5000', { exact: true }));
    await see(page.getByText('6 characters too many: 5000 are possible', { exact: true }));
    expect(await letter.inputValue()).toBe(`Dear Maya, sit${long}`);
    await expectAccessible(page, 'a letter that is too long');

    await button(page, 'Continue').first().click();
    await button(page, 'Upload').click();
    const missing = page.getByRole('alert').getByRole('region', { name: 'Required fields missing' });
    await see(missing.getByText('Please fill in title and recipient before saving'));
    // With an empty address book it asks for a new person at once: each field says what is missing.
    for (const field of ['First name', 'Last name', 'Relationship'])
      await see(page.getByText(`${field} is missing`));
    await page.getByLabel('Title').fill('For your thirtieth');
    await page.getByLabel('For whom').selectOption('children');
    await button(page, 'Upload').click();
    const toast = page.getByRole('alert').getByRole('region', { name: 'This letter is too long' });
    await see(toast.getByText('This letter is 6 characters too long.'));
    expect((await ruth.request({ url: '/api/memories' })).json()).toEqual([]);
    await button(page, 'Shorten it').click();
    expect(await letter.inputValue()).toBe(`Dear Maya, sit${long}`);
    await letter.press('ControlOrMeta+End');
    for (let left = 6; left > 0; left--) await letter.press('Backspace');
    await see(page.getByText('5000 / 5000', { exact: true }));
    await button(page, 'Continue').first().click();
    await button(page, 'Upload').click();
    await see(memoryCard(page, 'For your thirtieth').getByText('Approved'));
    const [kept] = (await ruth.request({ url: '/api/memories' })).json<Memory[]>();
    expect(kept?.content).toBe(`Dear Maya, sit${long}`.slice(0, 5000));
  },
);

journey('a letter of several pages is looked at and printed before it is sent', async ({ page, site }) => {
  const ruth = await createPerson(site);
  await signIn(page, ruth, '/upload?type=letter');
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
