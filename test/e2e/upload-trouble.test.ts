import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { memoryFileMaxBytes } from '../../shared/memories/memories.ts';
import { createPerson } from '../factories.ts';
import { expectAccessible } from './support/axe.ts';
import { chooseFile, describeAndUpload, longFilm } from './support/files.ts';
import { openJourneys } from './support/journey.ts';
import { slowAfterFirstPiece, slowUploads } from './support/network.ts';
import { becomes, button, memoryCard, see, seeGone, signIn } from './support/steps.ts';

const journey = await openJourneys();
const film = await longFilm();

journey(
  'an upload is cancelled midway: the file and the words stay, and nothing is kept',
  async ({ page, site }) => {
    const ruth = await createPerson(site);
    await signIn(page, ruth, '/upload?type=video');
    await chooseFile(page, 'Choose a video', film);
    await slowUploads(page, 10);
    await describeAndUpload(page, 'The harbour');
    await see(page.getByRole('progressbar', { name: 'Uploading' }));
    await expectAccessible(page, 'an upload on its way');
    await button(page, 'Cancel').click();
    await see(button(page, 'Upload'));
    expect(await page.getByLabel('Title').inputValue()).toBe('The harbour');
    await see(page.getByText(film.name));
    expect((await ruth.request({ url: '/api/memories' })).json()).toEqual([]);
  },
);

journey(
  'F38: a connection that is lost midway is said, and the rest of the file goes on by itself',
  async ({ page, site, console }) => {
    console.expect(/ERR_CONNECTION_REFUSED/);
    console.allow(/ERR_/);
    const ruth = await createPerson(site);
    await signIn(page, ruth, '/upload?type=video');
    await chooseFile(page, 'Choose a video', film);
    const slowness = slowAfterFirstPiece(page);
    await describeAndUpload(page, 'The harbour');
    await see(page.getByRole('progressbar', { name: 'Uploading' }));
    // The page continues with the second chunk once it knows that the first has arrived.
    await slowness;
    await site.unplug();
    await see(page.getByText(/^\d\.\d of \d\.\d MB are here; the rest goes on when you are back online$/));
    await expectAccessible(page, 'an upload that was broken off');
    await (await slowness).end();
    await site.plugIn();
    await see(memoryCard(page, 'The harbour').getByText('Approved'));
  },
);

journey(
  'a letter whose answer is lost on its way back is not there twice',
  async ({ page, site, console }) => {
    console.expect(/ERR_FAILED/);
    const ruth = await createPerson(site);
    await signIn(page, ruth);
    const loseTheAnswer = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route('**/api/memories/upload', loseTheAnswer, { times: 1 });
    await page.goto('/upload?type=letter');
    await page.getByLabel('Your letter').fill('Dear Maya, sit down first.');
    await button(page, 'Continue').first().click();
    await describeAndUpload(page, 'For your thirtieth');
    await button(page, 'Try again').click();
    await see(memoryCard(page, 'For your thirtieth').getByText('Approved'));
    expect((await ruth.request({ url: '/api/memories' })).json()).toHaveLength(1);
  },
);

journey('a file that is one byte too large is refused before it is sent', async ({ page, site }) => {
  await signIn(page, await createPerson(site));
  const uploads = watchUploads(page);
  await page.goto('/upload?type=video');
  await chooseFile(page, 'Choose a video', await emptyFile('long.mp4', memoryFileMaxBytes + 1));
  await see(page.getByText('File too large: Please select a file smaller than 50MB'));
  await see(page.getByRole('alert').getByText('File too large', { exact: true }));
  expect(await page.getByLabel('Title').count()).toBe(0);
  expect(uploads).toEqual([]);
});

journey(
  'a file of another kind is refused before it is sent, and one that only claims to be right after it',
  async ({ page, site, console }) => {
    console.expect(/status of 4(00|15)/);
    await signIn(page, await createPerson(site));
    const uploads = watchUploads(page);
    await page.goto('/upload?type=photo');
    const words = Buffer.from('These are words and no picture.');
    await chooseFile(page, 'Choose photos', {
      name: 'letter.pdf',
      contentType: 'application/pdf',
      bytes: words,
    });
    await see(page.getByText('Invalid file type: Please select a valid photo file'));
    expect(uploads).toEqual([]);

    await chooseFile(page, 'Choose photos', { name: 'letter.jpg', contentType: 'image/jpeg', bytes: words });
    await seeGone(page.getByText('Invalid file type: Please select a valid photo file'));
    await describeAndUpload(page, 'The garden');
    await see(page.getByRole('alert').getByText('Error saving memory'));
    await see(page.getByRole('alert').getByText('Please select a valid photo file'));
  },
);

function watchUploads(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/upload')) sent.push(request.url());
  });
  return sent;
}

/** A file on disk that has nothing but its size; removed after the test. */
async function emptyFile(name: string, sizeBytes: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'long-after-large-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, name);
  const file = await open(path, 'w');
  await file.truncate(sizeBytes);
  await file.close();
  return path;
}

journey(
  'on a phone, what is at fault lies clear of the message about it, also where the server finds it',
  async ({ page, site, console }) => {
    console.expect(/400/);
    const ruth = await createPerson(site);
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn(page, ruth, '/upload?type=letter');
    // A long title is seen whole, and stays one line of text.
    await page.getByLabel('Title').fill('For your thirtieth,\nfrom the old house by the sea');
    const title = page.getByRole('textbox', { name: 'Title' });
    expect(await title.inputValue()).toBe('For your thirtieth, from the old house by the sea');
    expect(
      await title.evaluate((field) => [
        field.scrollWidth > field.clientWidth,
        field.scrollHeight > field.clientHeight,
      ]),
    ).toEqual([false, false]);
    // A paragraph in Hebrew begins on the right.
    await page.getByLabel('Your letter').fill('Dear Maya\nמכתב מאמא.');
    expect(await page.getByLabel('Your letter').evaluate(bidiOf)).toBe('plaintext');
    await button(page, 'Continue').first().click();
    await page.getByLabel('Title').fill('');
    await page.getByLabel('For whom').selectOption({ label: 'Someone else' });
    await button(page, 'Upload').click();
    await see(page.getByRole('alert').getByText('Required fields missing'));
    await becomes(() => faultInTheClear(page), 'firstName');
    await page.getByLabel('First name').fill('Maya');
    await page.getByLabel('Last name').fill('Alvarez');
    await page.getByLabel('Relationship').selectOption('child');
    const email = page.getByLabel(/^Email/);
    await email.fill('maya@example,com');
    await page.getByLabel('Title').fill('For your thirtieth');
    await button(page, 'Upload').click();
    await see(page.getByRole('alert').getByText('Please enter a valid email').first());
    await becomes(() => faultInTheClear(page), 'email');
    // What was corrected is no longer marked.
    await email.fill('maya@example.com');
    expect(await email.getAttribute('aria-invalid')).toBeNull();
  },
);

const bidiOf = (written: Element) => getComputedStyle(written).unicodeBidi;

/** The name of the field that has the focus and is marked, unless the toast covers it or its label. */
function faultInTheClear(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const field = document.activeElement;
    const toast = document.querySelector('[data-toast]')?.getBoundingClientRect();
    if (!(field instanceof HTMLInputElement) || !toast) return null;
    const [top, bottom] = [field.labels?.[0] ?? field, field].map((part) => part.getBoundingClientRect());
    const isClear = !top || !bottom || top.top >= toast.bottom || bottom.bottom <= toast.top;
    return isClear && field.getAttribute('aria-invalid') === 'true' ? field.name : null;
  });
}
