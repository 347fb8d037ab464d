import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Schedule } from '../../shared/delivery/schedules.ts';
import type { Memory } from '../../shared/memories/memories.ts';
import { createLetter, createPerson, createPhoto, createRecipient, goodPassword } from '../factories.ts';
import { mediaFiles } from '../media.ts';
import { openJourneys } from './support/journey.ts';
import { chooseFileByKey, pressOn, seeFocus, tabTo } from './support/keyboard.ts';
import { deliverLetter, untilApproved } from './support/scheduled-letters.ts';
import { becomes, button, heading, memoryCard, see, seeGone, signIn } from './support/steps.ts';

const journey = await openJourneys({ startsAt: '2031-05-04T15:58:00Z' });

journey(
  'by keyboard alone: signing in, writing a letter and scheduling it',
  async ({ page, site }) => {
    const ruth = await createPerson(site);
    const maya = await createRecipient(ruth);
    await page.goto('/auth');
    await see(heading(page, 'Welcome Back'));
    await tabTo(page, page.getByLabel('Email'));
    await page.keyboard.type(ruth.user.email);
    await tabTo(page, page.getByLabel('Password', { exact: true }));
    await page.keyboard.type(goodPassword);
    await page.keyboard.press('Enter');
    await see(heading(page, 'Welcome back, Ruth'));

    await tabTo(page, page.getByRole('link', { name: 'Add New Memory' }));
    await page.keyboard.press('Enter');
    await see(heading(page, 'Share Memories'));
    await tabTo(
      page,
      page.getByRole('navigation', { name: 'What would you like to share?' }).getByRole('link').first(),
    );
    await page.keyboard.press('Enter');
    await see(page.getByLabel('Your letter'));
    await page.keyboard.type('For your thirtieth');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Dear Maya, sit down first.');
    await tabTo(page, button(page, 'Continue'));
    await page.keyboard.press('Enter');
    await see(heading(page, 'Who is it for?'));
    await tabTo(page, page.getByLabel('For whom'));
    await page.keyboard.type('Maya');
    await tabTo(page, button(page, 'Upload'));
    await page.keyboard.press('Enter');
    await see(memoryCard(page, 'For your thirtieth').getByText('Approved'));
    await seeFocus(heading(page, 'Your letter is kept.'));

    await tabTo(page, page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Schedule' }));
    await page.keyboard.press('Enter');
    await see(heading(page, 'Schedule Deliveries'));
    await tabTo(page, page.getByRole('radio', { name: 'For your thirtieth' }));
    await page.keyboard.press('Space');
    await tabTo(page, page.getByRole('button', { name: /Today, Sunday, 4 May 2031/ }));
    await calendarObeys(page);
    for (const key of ['ArrowDown', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
    // The letter is for her, so her box is ticked.
    expect(await page.getByRole('checkbox', { name: 'Maya Alvarez' }).isChecked()).toBe(true);
    await see(page.getByText(/^Maya will get .* Monday, 12\sMay\s2031/));
    await tabTo(page, page.getByRole('radio', { name: 'On a date' }), 'Shift+Tab');
    for (const type of ['Every year', 'After my death', 'On a date']) {
      await page.keyboard.press('ArrowRight');
      // The form changes, and the focus is on the choice again.
      const chosen = page.getByRole('radio', { name: type, checked: true });
      await seeFocus(chosen);
    }
    await see(page.getByText(/^Maya will get .* Monday, 12\sMay\s2031/));

    // The unfinished form is kept on the way to the recipients and back, and over a reload.
    await tabTo(page, page.getByRole('link', { name: 'Add or correct a recipient' }));
    await page.keyboard.press('Enter');
    await see(heading(page, 'Recipients'));
    await page.goBack();
    await see(page.getByText('What you had chosen is back.'));
    await page.reload();
    await see(page.getByText(/^Maya will get .* Monday, 12\sMay\s2031/));
    await tabTo(page, button(page, 'Schedule this delivery'));
    await page.keyboard.press('Enter');
    await see(heading(page, 'Maya will have it on 12 May 2031.'));

    const [schedule] = (await ruth.request({ url: '/api/schedules' })).json<Schedule[]>();
    expect(schedule).toMatchObject({
      localDate: '2031-05-12',
      localTime: '12:00',
      recipients: [{ id: maya.id }],
    });
    await becomes(async () => (await ruth.request({ url: '/api/drafts' })).json(), []);
  },
  { sharesClock: true },
);

journey('by keyboard alone: signing up', async ({ page }) => {
  await page.goto('/');
  await pressOn(page, page.getByRole('link', { name: 'Get Started' }).first());
  await see(heading(page, 'Create Your Account'));
  await typeInto(page, 'First name', 'Ruth');
  await typeInto(page, 'Last name', 'Alvarez');
  await typeInto(page, 'Email', 'ruth.by.keyboard@example.com');
  await typeInto(page, 'Date of birth', '03021948');
  await typeInto(page, 'Password', goodPassword);
  await typeInto(page, 'Confirm password', goodPassword);
  await page.keyboard.press('Enter');
  const terms = page.getByRole('dialog', { name: 'Terms agreement' });
  await tabTo(page, terms.getByRole('checkbox'));
  await page.keyboard.press('Space');
  await pressOn(page, button(terms, 'Accept and create account'));
  await see(heading(page, 'Welcome back, Ruth'));
});

journey('by keyboard alone: somebody in the address book, and back where one was', async ({ page, site }) => {
  const ruth = await createPerson(site);
  await signIn(page, ruth);
  await pressOn(
    page,
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Recipients' }),
  );
  await pressOn(page, button(page, 'Add your first recipient'));
  const adding = page.getByRole('dialog', { name: 'Add Recipient' });
  await typeInto(page, 'First name', 'Maya');
  await typeInto(page, 'Last name', 'Duarte');
  await typeInto(page, 'Relationship', 'Child');
  await pressOn(page, button(adding, 'Save'));
  await see(heading(page, 'Maya Duarte'));

  await pressOn(page, button(page, 'Edit Maya Duarte'));
  await see(page.getByRole('dialog', { name: 'Edit Recipient' }));
  await page.keyboard.press('Escape');
  await becomes(() => focusedName(page), 'Edit Maya Duarte');
  await pressOn(page, button(page, 'Delete Maya Duarte'));
  await pressOn(page, button(page.getByRole('alertdialog'), 'Remove'));
  await see(heading(page, 'No recipients yet'));
});

journey('by keyboard alone: the settings', async ({ page, site }) => {
  const ruth = await createPerson(site);
  await signIn(page, ruth);
  await pressOn(page, button(page, 'Profile & Settings'));
  const settings = page.getByRole('dialog', { name: 'Profile & Settings' });
  await typeInto(page, /^Phone/, '+1 602 555 0134');
  await page.keyboard.press('Enter');
  await see(page.getByText('Profile updated successfully!'));
  await tabTo(page, settings.getByRole('tab', { name: 'Profile' }), 'Shift+Tab');
  await page.keyboard.press('ArrowRight');
  await tabTo(page, settings.getByRole('switch', { name: 'Reminders' }));
  await page.keyboard.press('Space');
  await see(page.getByText('Notification preferences updated!'));
  await page.keyboard.press('Escape');
  await becomes(() => focusedName(page), 'Profile & Settings');
  expect((await ruth.request({ url: '/api/user/profile' })).json()).toMatchObject({
    phone: '+1 602 555 0134',
    reminderNotifications: false,
  });
  await pressOn(page, button(page, 'Sign Out'));
  await see(page.getByRole('link', { name: 'Get Started' }).first());
});

journey('by keyboard alone: a photo, found again and deleted', async ({ page, site, console }) => {
  // The page may still be reading that this memory is kept while it is being deleted.
  console.allow(/404/);
  const ruth = await createPerson(site);
  await signIn(page, ruth, '/upload?type=photo');
  await tabTo(page, button(page, 'Choose photos'));
  await chooseFileByKey(page, await mediaFiles.photo.jpeg());
  await typeInto(page, 'Title', 'The garden');
  await typeInto(page, 'For whom (recipient)', 'Family');
  await pressOn(page, button(page, 'Upload'));
  await see(memoryCard(page, 'The garden').getByText('Approved'));
  await typeInto(page, 'Search your memories', 'gard');
  await pressOn(page, button(page, 'Delete The garden'));
  await pressOn(page, button(page.getByRole('alertdialog'), 'Delete'));
  await see(page.getByText('Your memory has been successfully deleted.'));
  await seeGone(memoryCard(page, 'The garden'));
});

/** From the fourth of May to the first of July, and back to today, before which no day can be chosen. */
async function calendarObeys(page: Page): Promise<void> {
  const day = (name: string) => page.getByRole('button', { name });
  const hasFocus = (name: string) => day(name).evaluate((button) => button === document.activeElement);
  expect(await day('Saturday, 3 May 2031').isDisabled()).toBe(true);
  for (const key of ['PageDown', 'End', 'ArrowRight']) await page.keyboard.press(key);
  await becomes(() => hasFocus('Tuesday, 1 July 2031'), true);
  await page.keyboard.press('Shift+PageDown');
  await becomes(() => hasFocus('Thursday, 1 July 2032'), true);
  for (const key of ['Shift+PageUp', 'ArrowUp', 'Home', 'PageUp']) await page.keyboard.press(key);
  await becomes(() => hasFocus('Today, Sunday, 4 May 2031'), true);
}

journey('by keyboard alone: a memory that is changed, its file too', async ({ page, site }) => {
  const ruth = await createPerson(site);
  await createPhoto(ruth, { title: 'The garden', recipient: 'family' });
  await createLetter(ruth);
  await untilApproved(ruth);
  await signIn(page, ruth);
  await pressOn(page, button(page, 'Edit For your thirtieth'));
  await becomes(() => page.getByLabel('Title').evaluate((field) => field === document.activeElement), true);
  await page.keyboard.press('End');
  await page.keyboard.type(' birthday');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' Sit down first.');
  await tabTo(page, button(page, 'Continue'));
  await page.keyboard.press('Enter');
  await see(heading(page, 'Who is it for?'));
  await tabTo(page, page.getByLabel('For whom'));
  await page.keyboard.type('Friends');
  await pressOn(page, button(page, 'Save changes'));
  await see(memoryCard(page, 'For your thirtieth birthday').getByText('To: friends'));

  await pressOn(page, button(page, 'Edit The garden'));
  await tabTo(page, button(page, 'Replace the file'));
  await chooseFileByKey(page, await mediaFiles.photo.png());
  await see(page.getByText('garden.png', { exact: false }));
  await pressOn(page, button(page, 'Save changes'));
  await see(heading(page, 'Share Memories'));
  const changed = (await ruth.request({ url: '/api/memories' })).json<Memory[]>();
  expect(changed.find(({ type }) => type === 'letter')).toMatchObject({
    title: 'For your thirtieth birthday',
    recipient: 'friends',
    content: 'Dear Maya, here is my toast. Sit down first.',
  });
  expect(changed.find(({ type }) => type === 'photo')).toMatchObject({
    title: 'The garden',
    fileName: 'garden.png',
  });
});

journey('by keyboard alone: questions of the journal', async ({ page, site }) => {
  const ruth = await createPerson(site);
  await signIn(page, ruth);
  await pressOn(page, page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Legacy' }));
  await see(page.getByText('Question 1 of 50'));
  await tabTo(page, page.getByRole('textbox'));
  await page.keyboard.type('The harbour.');
  await page.keyboard.press('Enter');
  await page.keyboard.type('And one yellow crane.');
  await pressOn(page, button(page, 'Save'));
  await see(page.getByText(/in your book$/));
  await pressOn(page, button(page, 'Next'));
  await see(page.getByText('Question 2 of 50'));
  await page.keyboard.press('Tab');
  await page.keyboard.type('Bread.');
  // Moving on saves what is written.
  await pressOn(page, button(page, 'Next'));
  await see(page.getByText('Question 3 of 50'));
  await pressOn(page, button(page, 'Previous'));
  await see(page.getByText('Question 2 of 50'));
  await tabTo(page, page.getByRole('navigation', { name: 'Questions' }).locator('[aria-current="step"]'));
  for (const key of ['End', 'ArrowLeft', 'Enter']) await page.keyboard.press(key);
  await see(page.getByText('Question 49 of 50'));
  const answers = (await ruth.request({ url: '/api/legacy-answers' })).json();
  expect(answers).toMatchObject([
    { questionIndex: 0, answer: 'The harbour.\nAnd one yellow crane.' },
    { questionIndex: 1, answer: 'Bread.' },
  ]);
});

journey('by keyboard alone: opening what was left', async ({ page, site }) => {
  const ruth = await createPerson(site);
  const { path } = await deliverLetter(site, ruth, await createRecipient(ruth), 'For your thirtieth');
  await page.goto(path);
  await pressOn(page, button(page, 'Open'));
  await see(heading(page, 'For your thirtieth'));
});

/** Moves on to a field and types, or selects the option of a list that begins like that. */
async function typeInto(page: Page, label: string | RegExp, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
}

function focusedName(page: Page): Promise<string | null> {
  return page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? null,
  );
}
