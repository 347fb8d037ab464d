import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Draft } from '../../shared/memories/drafts.ts';
import { createPerson, type Person } from '../factories.ts';
import { expectAccessible } from './support/axe.ts';
import { goOnWith } from './support/drafts.ts';
import { openJourneys } from './support/journey.ts';
import { becomes, button, fillSignIn, heading, memoryCard, see, seeGone, signIn } from './support/steps.ts';

const journey = await openJourneys();

/** The tests' browser does not call itself Chrome. */
const chrome = {
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36',
};
const firefoxOnAPhone = {
  userAgent: 'Mozilla/5.0 (Android 15; Mobile; rv:141.0) Gecko/141.0 Firefox/141.0',
};

const both = 'You wrote this letter in two places. Both texts are kept.';
const question = 'Both are kept. Which one do you want to go on with?';

journey(
  'two blank letters in two tabs are two, each with its own words',
  async ({ page, site, context }) => {
    const ruth = await createPerson(site);
    await signIn(page, ruth, '/upload?type=letter');
    const other = await context.newPage();
    await other.goto('/upload?type=letter');
    await write(page, 'For Maya', 'Dear Maya, sit down first.');
    await write(other, 'For Leo', 'Dear Leo, about the boat.');
    await write(page, 'For Maya', 'Dear Maya, sit down first. Then eat.');
    await becomes(() => textsOf(ruth), ['Dear Leo, about the boat.', 'Dear Maya, sit down first. Then eat.']);

    await page.reload();
    await becomes(() => page.getByLabel('Your letter').inputValue(), 'Dear Maya, sit down first. Then eat.');
    await page.goto('/upload');
    await see(heading(page, 'Two letters you have begun'));
    await see(page.getByText(/^Chrome on a computer, /).first());
    await expectAccessible(page, 'two letters that are begun');
    await goOnWith(page, 'For Leo');
    expect(await page.getByLabel('Your letter').inputValue()).toBe('Dear Leo, about the boat.');

    // Leaving one of them does not affect the other.
    await button(page, 'Continue').first().click();
    await page.getByLabel('For whom').selectOption('children');
    await button(page, 'Upload').click();
    await see(memoryCard(page, 'For Leo'));
    await becomes(() => textsOf(ruth), ['Dear Maya, sit down first. Then eat.']);
  },
  chrome,
);

journey(
  'after a sign-out what is begun stands on the dashboard, on another device too',
  async ({ page, site, openDevice }) => {
    const ruth = await createPerson(site);
    await signIn(page, ruth, '/upload?type=letter');
    await write(page, 'For Maya', 'Dear Maya, sit down first.');
    await button(page, 'Sign Out').click();
    await see(page.getByRole('link', { name: 'Get Started' }).first());
    const phone = await openDevice(firefoxOnAPhone);
    await phone.page.goto('/auth');
    await fillSignIn(phone.page, ruth.user.email);
    await see(
      phone.page.getByText(/^A letter you have begun: “For Maya” \(Chrome on a computer, \d\d:\d\d\)\.$/),
    );
    await phone.page.getByRole('link', { name: 'Go on' }).click();
    await becomes(() => phone.page.getByLabel('Your letter').inputValue(), 'Dear Maya, sit down first.');
  },
  chrome,
);

journey(
  'a letter that two devices write is kept twice; the later one is told, and chooses',
  async ({ page, site, openDevice }) => {
    const ruth = await createPerson(site);
    await signIn(page, ruth, '/upload?type=letter');
    await write(page, 'For Maya', 'Dear Maya, sit down first.');
    const phone = await openDevice(firefoxOnAPhone);
    phone.console.expect(/409/);
    await signIn(phone.page, ruth);
    await goOnWith(phone.page, 'For Maya');

    await write(page, 'For Maya', 'Dear Maya, sit down first. Then eat.');
    await becomes(() => textsOf(ruth), ['Dear Maya, sit down first. Then eat.']);
    await write(phone.page, 'For Maya', 'Dear Maya, sit down first. Then sing.');
    await see(phone.page.getByText(both));
    await becomes(
      () => textsOf(ruth),
      ['Dear Maya, sit down first. Then eat.', 'Dear Maya, sit down first. Then sing.'],
    );
    expect(await page.getByText(both).count()).toBe(0);

    await button(phone.page, 'Choose one to go on with').click();
    const dialog = phone.page.getByRole('dialog', { name: question });
    await see(heading(dialog, 'From Chrome on a computer'));
    await expectAccessible(phone.page, 'two texts of one draft');
    await button(dialog, 'Decide later').click();
    await seeGone(dialog);
    await seeGone(phone.page.getByText(both));

    // What was typed here continues as a draft of its own.
    await write(phone.page, 'For Maya', 'Dear Maya, sit down first. Then sing aloud.');
    await phone.page.reload();
    await becomes(
      () => phone.page.getByLabel('Your letter').inputValue(),
      'Dear Maya, sit down first. Then sing aloud.',
    );
    await becomes(
      () => textsOf(ruth),
      ['Dear Maya, sit down first. Then eat.', 'Dear Maya, sit down first. Then sing aloud.'],
    );
  },
  chrome,
);

journey(
  'the later writer may go on with the other text',
  async ({ page, site, context, console }) => {
    console.expect(/409/);
    const ruth = await createPerson(site);
    await signIn(page, ruth, '/upload?type=letter');
    await write(page, 'For Maya', 'Dear Maya, sit down first.');
    const other = await context.newPage();
    await other.goto('/');
    await see(heading(other, 'Welcome back, Ruth'));
    await goOnWith(other, 'For Maya');
    await write(page, 'For Maya', 'Dear Maya, sit down first. Then eat.');
    await write(other, 'For Maya', 'Dear Maya, sit down first. Then sing.');
    await see(other.getByText(both));
    await button(other, 'Choose one to go on with').click();
    await button(
      other.getByRole('article', { name: 'From Chrome on a computer' }),
      'Go on with this one',
    ).click();
    await becomes(() => other.getByLabel('Your letter').inputValue(), 'Dear Maya, sit down first. Then eat.');
    await becomes(
      () => textsOf(ruth),
      ['Dear Maya, sit down first. Then eat.', 'Dear Maya, sit down first. Then sing.'],
    );
    await other.goto('/upload');
    await see(heading(other, 'Two letters you have begun'));
  },
  chrome,
);

journey(
  'a letter that is begun can be let go, and taken back',
  async ({ page, site }) => {
    const ruth = await createPerson(site);
    await signIn(page, ruth, '/upload?type=letter');
    await write(page, 'For Maya', 'Dear Maya, sit down first.');
    await page.goto('/upload');
    await button(page, 'Let it go “For Maya”').click();
    await see(page.getByText('“For Maya” has been let go.'));
    await becomes(() => textsOf(ruth), []);
    await button(page, 'Undo').click();
    await see(heading(page, 'A letter you have begun'));
    await becomes(() => textsOf(ruth), ['Dear Maya, sit down first.']);
    await goOnWith(page, 'For Maya');
    await button(page, 'Discard draft').click();
    await button(page.getByRole('alertdialog'), 'Discard').click();
    await becomes(() => textsOf(ruth), []);
  },
  chrome,
);

journey(
  'two answers to one question are both kept, and the one that is saved takes only its own draft with it',
  async ({ page, site, openDevice }) => {
    const ruth = await createPerson(site);
    await signIn(page, ruth, '/legacy?question=2');
    const phone = await openDevice(firefoxOnAPhone);
    phone.console.expect(/409/);
    await signIn(phone.page, ruth, '/legacy?question=2');
    await answer(page, 'Bread.');
    await answer(phone.page, 'Rain.');
    await see(phone.page.getByText('You wrote this answer in two places. Both texts are kept.'));
    await becomes(() => textsOf(ruth, 'answer'), ['Bread.', 'Rain.']);
    await button(phone.page, 'Save').click();
    await see(phone.page.getByText(/in your book$/));
    await becomes(() => textsOf(ruth, 'answer'), ['Bread.']);
    expect(await page.getByRole('textbox').inputValue()).toBe('Bread.');
  },
  chrome,
);

/** Waits until the server has it. */
async function write(page: Page, title: string, text: string): Promise<void> {
  await page.getByLabel('Title').fill(title);
  const saved = page.waitForResponse(
    (response) =>
      response.url().includes('/api/drafts/') && response.request().postData()?.includes(text) === true,
  );
  await page.getByLabel('Your letter').fill(text);
  await saved;
}

async function answer(page: Page, text: string): Promise<void> {
  const saved = page.waitForResponse((response) => response.url().includes('/api/drafts/'));
  await page.getByRole('textbox').fill(text);
  await saved;
}

/** What the server has, in alphabetical order. */
async function textsOf(person: Person, field = 'content'): Promise<string[]> {
  const drafts = (await person.request({ url: '/api/drafts' })).json<Draft[]>();
  return drafts.map(({ content }) => content[field] ?? '').sort();
}
