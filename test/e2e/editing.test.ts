import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Memory } from '../../shared/memories/memories.ts';
import { createLetter, createPerson, createPhoto, type Person } from '../factories.ts';
import { mediaFiles } from '../media.ts';
import { expectAccessible } from './support/axe.ts';
import { chooseFile } from './support/files.ts';
import { openJourneys } from './support/journey.ts';
import { untilApproved } from './support/scheduled-letters.ts';
import { becomes, button, heading, memoryCard, see, seeGone, signIn } from './support/steps.ts';

const journey = await openJourneys();

journey('a letter is changed, and what was begun of the changes comes back', async ({ page, site }) => {
  const ruth = await createPerson(site);
  const letter = await createLetter(ruth, {
    recipient: 'Aunt Inés',
    content: 'Dear Inés, sit down first.',
    personalMessage: 'Read this on the porch.',
  });
  await signIn(page, ruth, `/upload?edit=${letter.id}`);
  expect(await page.getByLabel('Title').inputValue()).toBe('For your thirtieth');
  const text = page.getByLabel('Your letter');
  expect(await text.inputValue()).toBe('Dear Inés, sit down first.');
  const sent = page.waitForResponse((response) => response.url().includes('/api/drafts/'));
  await text.fill('Dear Inés, sit down first. Then eat.');
  expect((await sent).ok()).toBe(true);
  await see(page.getByText(/^Saved \d\d:\d\d as a draft, not uploaded yet$/));
  for (const path of ['/upload', '/']) {
    await page.goto(path);
    await see(
      page.getByText('Changes to “For your thirtieth” that you have not uploaded yet', { exact: false }),
    );
  }
  await page.getByRole('link', { name: 'Go on' }).click();
  const notice = page.getByText('Your unsaved changes are back.');
  await see(notice);
  expect(await text.inputValue()).toBe('Dear Inés, sit down first. Then eat.');
  await expectAccessible(page, 'editing a letter');

  await button(page, 'Discard draft').click();
  const question = page.getByRole('alertdialog', { name: 'Discard this draft?' });
  await see(question.getByText('The memory stays as it was saved.', { exact: false }));
  await button(question, 'Discard').click();
  await seeGone(notice);
  expect(await text.inputValue()).toBe('Dear Inés, sit down first.');

  await text.fill('Dear Inés, eat first.');
  await button(page, 'Continue').first().click();
  const forWhom = page.getByLabel('For whom');
  // A name that is not in the address book is offered as it was written.
  await becomes(() => forWhom.locator('option:checked').textContent(), 'Aunt Inés');
  expect(await page.getByLabel('Personal message').inputValue()).toBe('Read this on the porch.');
  await forWhom.selectOption({ label: 'Friends' });
  await page.getByLabel('Title').fill('For your fortieth');
  await button(page, 'Save changes').click();
  await see(page.getByRole('status').getByText('Your changes are saved'));
  await see(memoryCard(page, 'For your fortieth').getByText('To: friends'));
  await see(memoryCard(page, 'For your fortieth').getByText('Approved'));
  expect(await read(ruth, letter.id)).toMatchObject({
    title: 'For your fortieth',
    recipient: 'friends',
    personalMessage: 'Read this on the porch.',
    content: 'Dear Inés, eat first.',
  });
  expect(new URL(page.url()).search).toBe('');
});

journey('a photo keeps its words while its file is replaced by another', async ({ page, site }) => {
  const ruth = await createPerson(site);
  const photo = await createPhoto(ruth, { title: 'The garden', recipient: 'family' });
  await untilApproved(ruth);
  await signIn(page, ruth, `/upload?edit=${photo.id}`);
  await see(page.getByText('garden.jpg', { exact: false }));
  expect(await page.getByLabel('Title').inputValue()).toBe('The garden');
  expect(await page.getByLabel('For whom').inputValue()).toBe('family');
  await becomes(() => widthOf(page, 'Preview of garden.jpg'), 640);
  await expectAccessible(page, 'editing a photo');

  const words = { name: 'words.pdf', contentType: 'application/pdf', bytes: Buffer.from('Words.') };
  await chooseFile(page, 'Replace the file', words);
  await see(page.getByText('Invalid file type: Please select a valid photo file'));
  await see(page.getByText('garden.jpg', { exact: false }));
  await chooseFile(page, 'Replace the file', { ...(await mediaFiles.photo.png()), name: 'porch.png' });
  await becomes(() => widthOf(page, 'Preview of porch.png'), 640);
  await seeGone(page.getByText('Invalid file type: Please select a valid photo file'));
  await button(page, 'Save changes').click();
  await see(page.getByRole('status').getByText('Your changes are saved'));
  await see(memoryCard(page, 'The garden').getByText('Approved'));
  expect(await read(ruth, photo.id)).toMatchObject({ title: 'The garden', fileName: 'porch.png' });
  const file = await ruth.request({ url: (await read(ruth, photo.id)).fileUrl ?? '' });
  expect(file.headers['content-type']).toBe('image/png');
});

journey('an address of a memory that is not there says so, and leads back', async (walk) => {
  const { page, site, console } = walk;
  console.expect(/40[04]/);
  const ruth = await createPerson(site);
  const other = await createLetter(await createPerson(site));
  await signIn(page, ruth);
  for (const id of [other.id, '01890000-0000-7000-8000-000000000000', 'nothing']) {
    await page.goto(`/upload?edit=${id}`);
    await see(heading(page, 'This memory is not here'));
    await see(page.getByText('It may have been deleted. Everything else you saved is safe.'));
    expect(await page.getByText('For your thirtieth').count()).toBe(0);
    // This is not a failure, and is not reported as one.
    expect(await page.getByText('Failed to fetch memories').count()).toBe(0);
  }
  await expectAccessible(page, 'a memory that is not there');
  await page.getByRole('link', { name: 'Back to Share Memories' }).click();
  await see(heading(page, 'Share Memories'));
});

journey('a memory that cannot be read now says so, and is there with one press', async (walk) => {
  const { page, site, console } = walk;
  console.expect(/500/);
  const ruth = await createPerson(site);
  const letter = await createLetter(ruth);
  await untilApproved(ruth);
  await signIn(page, ruth);
  for (const [needed, title] of [
    ['**/api/user/profile', 'This page could not be reached'],
    [`**/api/memories/${letter.id}`, 'We could not show this memory'],
  ] as const) {
    await page.route(needed, (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.goto(`/upload?edit=${letter.id}`);
    await see(heading(page, title));
    await page.unroute(needed);
    await button(page, 'Try again').click();
    await becomes(() => page.getByLabel('Your letter').inputValue(), 'Dear Maya, here is my toast.');
  }
});

async function read(person: Person, id: string): Promise<Memory> {
  return (await person.request({ url: `/api/memories/${id}` })).json<Memory>();
}

/** The width of the picture with that name as drawn; 0 while there is none. */
function widthOf(page: Page, name: string): Promise<number> {
  return page.getByRole('img', { name }).evaluate((image: HTMLImageElement) => image.naturalWidth);
}
