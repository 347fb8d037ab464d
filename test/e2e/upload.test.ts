import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { Locator, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { users } from '../../server/features/accounts/profile/profile.table.ts';
import type { Memory } from '../../shared/memories/memories.ts';
import type { Recipient } from '../../shared/people/recipients.ts';
import { createLetter, createPerson, createRecipient } from '../factories.ts';
import { mediaFiles } from '../media.ts';
import { chooseFile } from './support/files.ts';
import { openJourneys } from './support/journey.ts';
import { becomes, button, heading, memoryCard, see, seeGone, signIn } from './support/steps.ts';

const journey = await openJourneys();

journey('a photo is dropped on its place, and what falls beside it opens nothing', async ({ page, site }) => {
  await signIn(page, await createPerson(site));
  const photo = { items: [], files: [await photoOnDisk('porch.jpg')] };
  for (const [address, place] of [
    ['/upload', heading(page, 'Your memories')],
    ['/upload?type=letter', page.getByLabel('Your letter')],
    ['/upload?type=photo', page.getByRole('link', { name: 'Back to Share Memories' })],
  ] as const) {
    await page.goto(address);
    await watchDragging(page);
    await drop(page, photo, place);
    // The browser opens anything that is not intercepted here instead of the page.
    await becomes(() => heldBack(page), [true, true]);
  }
  const inZone = button(page, 'Choose photos');
  await drag(page, photo, inZone, 'dragEnter');
  await drag(page, photo, inZone, 'dragOver');
  await see(page.getByText('Let go to add it'));
  await drag(page, photo, inZone, 'drop');
  await see(heading(page, 'Who is it for?'));
  await becomes(() => widthOf(page, 'Preview of porch.jpg'), 640);

  const words = { items: [{ mimeType: 'text/plain', data: 'The porch' }], files: [] };
  await drop(page, words, page.getByLabel('Title'));
  await becomes(() => page.getByLabel('Title').inputValue(), 'The porch');
  await drop(page, { items: [], files: [await photoOnDisk('street.jpg')] }, page.getByLabel('Title'));
  expect(await page.getByLabel('Title').inputValue()).toBe('The porch');
  await see(page.getByRole('img', { name: 'Preview of porch.jpg' }));
});

journey(
  'what is missing is said, and whom it is for is a group, a name from the book or any other',
  async (walk) => {
    const { page, site, console } = walk;
    const ruth = await createPerson(site);
    const maya = await createRecipient(ruth);
    await signIn(page, ruth, '/upload?type=photo');
    await chooseFile(page, 'Choose photos', await mediaFiles.photo.jpeg());
    await becomes(() => widthOf(page, 'Preview of garden.jpg'), 640);
    await button(page, 'Upload').click();
    const missing = page.getByRole('alert').getByRole('region', { name: 'Required fields missing' });
    await see(missing.getByText('Please fill in title and recipient before uploading'));
    const title = page.getByLabel('Title');
    const forWhom = page.getByLabel('For whom');
    await becomes(() => forWhom.evaluate((field) => field === document.activeElement), true);
    await title.fill('The garden');
    // The form first asks who it is for, and it is as wide as a letter.
    const [first, second] = [await forWhom.boundingBox(), await title.boundingBox()];
    expect(first?.y).toBeLessThan(second?.y ?? 0);
    expect(second?.width).toBeLessThan(680);
    await see(page.getByText('Please choose who it is for'));
    await becomes(
      () =>
        forWhom
          .locator('optgroup')
          .evaluateAll((groups) => groups.map((group) => group.getAttribute('label'))),
      ['A group', 'From your address book', 'Anybody'],
    );
    expect(await forWhom.locator('option').allTextContents()).toEqual([
      'Choose',
      ...['Children', 'Spouse', 'Family', 'Friends'],
      'Maya Alvarez',
      'Someone else',
    ]);
    await forWhom.selectOption({ label: 'Maya Alvarez' });
    await forWhom.selectOption({ label: 'Someone else' });
    // A group's name is also treated as a name while it is typed.
    await page.getByLabel('First name').fill('family');
    await button(page, 'Upload').click();
    await see(
      page
        .getByRole('alert')
        .getByText('Please fill in all required fields (First Name, Last Name, and Relationship)'),
    );
    await page.getByLabel('Last name').fill('Duarte');
    await page.getByLabel('Relationship').selectOption('relative');
    // They are added to the address book, but that response is lost; then the memory does not arrive. Nobody is added twice.
    console.expect(/ERR_FAILED/);
    console.expect(/500/);
    let isLost = false;
    await page.route('**/api/recipients', async (route) => {
      if (isLost || route.request().method() !== 'POST') return route.continue();
      isLost = true;
      await route.fetch();
      await route.abort();
    });
    await button(page, 'Upload').click();
    await see(page.getByRole('alert').getByText('Failed to create recipient'));
    await page.route('**/api/uploads/*/memory', (route) => route.fulfill({ status: 500, body: '{}' }), {
      times: 1,
    });
    await button(page, 'Upload').click();
    await see(page.getByRole('alert').getByRole('region', { name: 'Error saving memory' }));
    await becomes(() => forWhom.locator('option:checked').textContent(), 'family Duarte');
    await button(page, 'Upload').click();
    await see(heading(page, 'Your photo is kept.'));
    await see(memoryCard(page, 'The garden').getByText('To: family Duarte'));

    // A page opened to leave her something knows who it is for.
    await page.goto(`/upload?for=${maya.id}`);
    await see(page.getByText('What would you like to leave for Maya?'));
    await page.getByRole('link', { name: /^Letter/ }).click();
    await page.getByLabel('Your letter').fill('Dear Maya');
    await button(page, 'Continue').first().click();
    await becomes(() => forWhom.locator('option:checked').textContent(), 'Maya Alvarez');
    const people = (await ruth.request({ url: '/api/recipients' })).json<Recipient[]>();
    expect(people.map(({ firstName, lastName }) => `${firstName} ${lastName}`).toSorted()).toEqual([
      'Maya Alvarez',
      'family Duarte',
    ]);
    const [memory] = (await ruth.request({ url: '/api/memories' })).json<Memory[]>();
    expect(memory).toMatchObject({ title: 'The garden', recipient: 'family Duarte' });
  },
);

journey('a full plan is said before anything is written, and again when it is sent anyway', async (walk) => {
  const { page, site, console } = walk;
  const ruth = await createPerson(site);
  await signIn(page, ruth);
  const full =
    "You've reached your First Echo plan limit for letters. Consider upgrading your plan or removing some existing content.";
  await page.goto('/upload?type=letter');
  // The page still believes that there is room, from the figures that it last read.
  const figures = await ruth.request({ url: '/api/user/stats' });
  await page.route('**/api/user/stats', (route) =>
    route.fulfill({ body: figures.body, contentType: 'application/json' }),
  );
  for (const title of ['One', 'Two', 'Three', 'Four', 'Five']) await createLetter(ruth, { title });
  await page.getByLabel('Title').fill('Six');
  await page.getByLabel('Your letter').fill('Dear Maya, sit down first.');
  await button(page, 'Continue').first().click();
  await page.getByLabel('For whom').selectOption('children');
  console.expect(/402/);
  await button(page, 'Upload').click();
  const refused = page.getByRole('alert').getByRole('region', { name: 'Plan Limit Reached' });
  await see(refused.getByText("You've reached your First Echo plan limit for letters."));
  expect(await page.getByLabel('Title').inputValue()).toBe('Six');

  await page.unroute('**/api/user/stats');
  await page.reload();
  const notice = page.getByRole('main').getByRole('status').filter({ hasText: 'Storage Limit Reached' });
  await see(notice.getByText(full));
  await see(notice.getByText(/^You can write this letter and keep it as a draft/));
  expect(await notice.getByRole('link', { name: 'See the plans' }).getAttribute('href')).toBe('/checkout');
  await page.goBack();
  await page.getByLabel('Your letter').fill('Dear Maya, sit down first. Then eat.');
  await see(page.getByText(/^Saved \d/).first());
  await button(page, 'Continue').first().click();
  await button(page, 'Upload').click();
  const toast = page.getByRole('alert').getByRole('region', { name: 'Storage Limit Reached' });
  await see(toast.getByText(full));
  await seeGone(refused);
  await page.goto('/upload');
  await see(page.getByRole('link', { name: /5 of 5 ?Limit Reached/ }));
  expect((await ruth.request({ url: '/api/memories' })).json()).toHaveLength(5);

  await site.services.db.update(users).set({ subscriptionPlan: 'basic' }).where(eq(users.id, ruth.user.id));
  await page.goto('/');
  await see(page.getByText('Your plan has room for “Six” now.'));
  await page.getByRole('link', { name: 'Go on' }).click();
  await see(page.getByText('Your plan has room for this letter now.'));
  await button(page, 'Continue').first().click();
  await see(page.getByText('Upload keeps the letter. Nobody receives it before you choose a day.'));
});

async function photoOnDisk(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'long-after-drop-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, name);
  await writeFile(path, (await mediaFiles.photo.jpeg()).bytes);
  return path;
}

/** What is dragged: words, or files of this machine by their paths. */
interface Dragged {
  items: { mimeType: string; data: string }[];
  files: string[];
}
const dragSteps = ['dragEnter', 'dragOver', 'drop'] as const;

/** One step of dragging something over the page, as the browser itself receives it from the machine. */
async function drag(
  page: Page,
  dragged: Dragged,
  over: Locator,
  type: (typeof dragSteps)[number],
): Promise<void> {
  await over.scrollIntoViewIfNeeded();
  const box = await over.boundingBox();
  if (!box) throw new Error(`${String(over)} is not to be seen`);
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const session = await page.context().newCDPSession(page);
  await session.send('Input.dispatchDragEvent', { type, ...at, data: { ...dragged, dragOperationsMask: 1 } });
  await session.detach();
}

async function drop(page: Page, dragged: Dragged, on: Locator): Promise<void> {
  for (const step of dragSteps) await drag(page, dragged, on, step);
}

/** Has the page record, after all its listeners, whether each dragover and drop was kept from the browser. */
async function watchDragging(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const type of ['dragover', 'drop'])
      window.addEventListener(type, (event) =>
        setTimeout(() => {
          document.body.dataset[type] = String(event.defaultPrevented);
        }),
      );
  });
}

function heldBack(page: Page): Promise<boolean[]> {
  return page.evaluate(() => ['dragover', 'drop'].map((type) => document.body.dataset[type] === 'true'));
}

/** The width of the picture with that name as drawn; 0 while there is none. */
function widthOf(page: Page, name: string): Promise<number> {
  return page.getByRole('img', { name }).evaluate((image: HTMLImageElement) => image.naturalWidth);
}
