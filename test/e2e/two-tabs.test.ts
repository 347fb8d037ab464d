import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { User } from '../../shared/accounts/accounts.ts';
import type { Schedule } from '../../shared/delivery/schedules.ts';
import type { Draft } from '../../shared/memories/drafts.ts';
import type { Memory } from '../../shared/memories/memories.ts';
import type { Recipient } from '../../shared/people/recipients.ts';
import { createLetter, createPerson, createRecipient, createSchedule, type Person } from '../factories.ts';
import { expectAccessible } from './support/axe.ts';
import { openJourneys } from './support/journey.ts';
import { holdSaving } from './support/network.ts';
import { becomes, button, heading, see, seeGone, signIn } from './support/steps.ts';

const journey = await openJourneys();

/** What browsers report for every refusal. */
const refused = /status of 409/;

const read = async <T>(person: Person, url: string) =>
  (await person.request({ method: 'GET', url })).json<T>();

const soup = 'Dear Maya,\nThe first thing is about the soup.\nPut the lemon in last.';

async function openLetter(ruth: Person, page: Page, letter: Memory): Promise<void> {
  await signIn(page, ruth, `/upload?edit=${letter.id}`);
  await becomes(() => page.getByLabel('Your letter').inputValue(), soup);
}

async function saveText(page: Page, text: string): Promise<void> {
  await page.getByLabel('Your letter').fill(text);
  await button(page, 'Continue').first().click();
  await button(page, 'Save changes').click();
}

/** A letter open in two tabs of one browser, saved in the second, then in the first. */
async function saveInBoth(ruth: Person, page: Page, other: Page) {
  const letter = await createLetter(ruth, { content: soup });
  await openLetter(ruth, page, letter);
  await openLetter(ruth, other, letter);
  await page.getByLabel('Your letter').fill(`${soup}\nAnd sing.`);
  await saveText(other, soup.replace('in last', 'in at the very end'));
  await see(other.getByText('Your changes are saved'));
  await saveText(page, `${soup}\nAnd sing.`);
  await see(heading(page, 'Two texts of one letter'));
  return letter;
}

journey(
  'one letter in two tabs: both texts are shown, and the one that is kept is saved',
  async ({ page, context, site, console }) => {
    console.expect(refused);
    const ruth = await createPerson(site);
    const letter = await saveInBoth(ruth, page, await context.newPage());
    const url = `/api/memories/${letter.id}`;
    expect(await read(ruth, url)).toMatchObject({ content: soup.replace('in last', 'in at the very end') });
    const drafts = async () =>
      (await read<Draft[]>(ruth, '/api/drafts')).map(({ content }) => content['content']);
    await becomes(drafts, [`${soup}\nAnd sing.`]);
    expect(await page.locator('article mark').allTextContents()).toEqual([
      expect.stringContaining('at the very end'),
      expect.stringContaining('last'),
      'And sing.',
    ]);
    await expectAccessible(page, 'two texts of one letter');
    await button(page, 'Keep the one from here').click();
    await see(page.getByText('Your changes are saved'));
    expect(await read(ruth, url)).toMatchObject({ content: `${soup}\nAnd sing.`, version: 3 });
    await becomes(drafts, [soup.replace('in last', 'in at the very end')]);
  },
);

journey(
  'the saved text is kept, and what was written here can be taken up again',
  async ({ page, context, site, console }) => {
    console.expect(refused);
    const ruth = await createPerson(site);
    const letter = await saveInBoth(ruth, page, await context.newPage());
    await button(page, 'Keep the saved one').click();
    await see(page.getByText('You kept the saved text.', { exact: false }));
    const begun = async () =>
      (await read<Draft[]>(ruth, '/api/drafts')).map(({ kind, content }) => [
        kind.split(':')[0],
        content['content'],
      ]);
    await becomes(begun, [['letter', `${soup}\nAnd sing.`]]);
    await button(page, 'Undo').click();
    await see(heading(page, 'Two texts of one letter'));
    await becomes(begun, [['memory', `${soup}\nAnd sing.`]]);
    await button(page, 'Decide later').click();
    await see(heading(page, 'Share Memories'));
    await page.goto(`/upload?edit=${letter.id}`);
    await see(heading(page, 'Two texts of one letter'));
    await see(page.getByRole('article', { name: 'The one from here' }).getByText('And sing.'));
    await button(page, 'Keep both, as two letters').click();
    await page.waitForURL(/kept=/);
    const memories = await read<Memory[]>(ruth, '/api/memories');
    expect(memories.map(({ content, version }) => [content, version])).toEqual([
      [`${soup}\nAnd sing.`, 1],
      [soup.replace('in last', 'in at the very end'), 2],
    ]);
  },
);

journey(
  'a title changed here and a text changed elsewhere are no two texts: both are kept',
  async ({ page, site, console }) => {
    console.expect(refused);
    const ruth = await createPerson(site);
    const letter = await createLetter(ruth, { content: soup });
    await openLetter(ruth, page, letter);
    await page.getByLabel('Title').fill('Soup');
    const url = `/api/memories/${letter.id}`;
    await ruth.request({ method: 'PATCH', url, payload: { content: `${soup}\nAnd sing.` } });
    await button(page, 'Continue').first().click();
    await button(page, 'Save changes').click();
    await see(heading(page, 'It was changed elsewhere'));
    await see(heading(page, 'Changed elsewhere, and kept'));
    await expectAccessible(page, 'a small difference');
    await button(page, 'Save').click();
    await see(page.getByText('Your changes are saved'));
    const content = `${soup}\nAnd sing.`;
    expect(await read(ruth, url)).toMatchObject({ title: 'Soup', content, version: 3 });
  },
);

journey(
  'a letter that nobody types in follows what another device saves',
  async ({ page, site, openDevice }) => {
    const ruth = await createPerson(site);
    const letter = await createLetter(ruth, { content: soup });
    await openLetter(ruth, page, letter);
    const phone = await openDevice({ viewport: { width: 390, height: 844 } });
    await openLetter(ruth, phone.page, letter);
    await saveText(phone.page, `${soup}\nAnd sing.`);
    await becomes(() => page.getByLabel('Your letter').inputValue(), `${soup}\nAnd sing.`);
    await saveText(page, `${soup}\nAnd sing twice.`);
    await see(page.getByText('Your changes are saved'));
  },
);

journey(
  'a recipient on two devices: what differs is chosen field by field',
  async ({ page, site, openDevice, console }) => {
    console.expect(refused);
    const ruth = await createPerson(site);
    const maya = await createRecipient(ruth, { email: 'maya@example.com' });
    const phone = await openDevice({ viewport: { width: 390, height: 844 } });
    for (const each of [page, phone.page]) {
      await signIn(each, ruth, `/recipients/${maya.id}`);
      await button(each, /^Edit/).first().click();
    }
    const dialog = (each: Page) => each.getByRole('dialog', { name: 'Edit Recipient' });
    await dialog(phone.page)
      .getByLabel(/^Email/)
      .fill('maya@new.example');
    await dialog(phone.page).getByLabel('Last name').fill('Alvarez Reyes');
    await button(dialog(phone.page), 'Save').click();
    await seeGone(dialog(phone.page));
    await dialog(page)
      .getByLabel(/^Email/)
      .fill('maya@other.example');
    await dialog(page).getByLabel('First name').fill('Maia');
    await button(dialog(page), 'Save').click();

    await see(
      dialog(page).getByText('This was changed elsewhere while it stood open here.', { exact: false }),
    );
    await expectAccessible(page, 'a recipient that was changed elsewhere');
    await button(dialog(page), 'Save what I chose').click();
    await see(dialog(page).getByText('Please choose one of the two'));
    await dialog(page).getByRole('radio', { name: 'maya@other.example' }).check();
    await button(dialog(page), 'Save what I chose').click();
    await seeGone(dialog(page));
    expect(await read<Recipient[]>(ruth, '/api/recipients')).toMatchObject([
      { firstName: 'Maia', lastName: 'Alvarez Reyes', email: 'maya@other.example', version: 3 },
    ]);
  },
);

journey(
  'a schedule in two tabs: the person chooses between two days',
  async ({ page, context, site, console }) => {
    console.expect(refused);
    const ruth = await createPerson(site);
    const { id: memoryId } = await createLetter(ruth);
    const { id: recipientId } = await createRecipient(ruth);
    const year = new Date().getFullYear() + 2;
    const schedule = await createSchedule(ruth, {
      memoryId,
      recipientIds: [recipientId],
      deliveryDate: `${year}-05-04T16:00:00.000Z`,
    });
    const other = await context.newPage();
    for (const each of [page, other]) {
      await signIn(each, ruth, `/schedule?change=${schedule.id}`);
      await see(each.getByText('You are changing the delivery', { exact: false }));
    }
    const day = (each: Page, date: number) =>
      each.getByRole('button', { name: new RegExp(`, (May ${date}|${date} May),? ${year}`) }).click();
    await day(page, 11);
    await day(other, 12);
    await button(other, 'Save changes').click();
    await see(other.getByText('Delivery changed'));
    await button(page, 'Save changes').click();
    await see(page.getByText('This was changed elsewhere', { exact: false }));
    await expectAccessible(page, 'a schedule that was changed elsewhere');
    await page.getByRole('radio', { name: `11 May ${year}` }).check();
    await button(page, 'Save what I chose').click();
    await see(page.getByText('Delivery changed'));
    expect(await read<Schedule[]>(ruth, '/api/schedules')).toMatchObject([
      { localDate: `${year}-05-11`, version: 3 },
    ]);
  },
);

journey(
  'the profile in two tabs: what was changed elsewhere only is kept without a question',
  async ({ page, site, openDevice, console }) => {
    console.expect(refused);
    const ruth = await createPerson(site);
    const phone = await openDevice({ viewport: { width: 390, height: 844 } });
    for (const each of [page, phone.page]) await signIn(each, ruth, '/settings');
    await page.getByLabel('Address', { exact: false }).fill('1 Elm Street');
    await phone.page.getByLabel('Phone', { exact: false }).fill('+1 212 555 0134');
    await button(phone.page, 'Save changes').click();
    await see(phone.page.getByText('Profile updated successfully!'));
    const letItBeSaved = await holdSaving(page, '**/api/user/profile');
    await button(page, 'Save changes').click();
    await page.getByLabel('First name').fill('Ruthie');
    letItBeSaved();
    await see(heading(page, 'Changed elsewhere, and kept'));
    await see(page.getByText('+1 212 555 0134'));
    await expectAccessible(page, 'a profile that was changed elsewhere');
    await button(page, 'Save').click();
    await see(page.getByText('Profile updated successfully!'));
    expect(await read<User>(ruth, '/api/user/profile')).toMatchObject({
      firstName: 'Ruthie',
      phone: '+1 212 555 0134',
      address: '1 Elm Street',
      version: 3,
    });
  },
);
