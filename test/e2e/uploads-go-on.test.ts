import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { plans } from '../../shared/plans.ts';
import { createPerson } from '../factories.ts';
import { drawing, type MediaFile, mediaFiles } from '../media.ts';
import { begun, makeMemory, send } from '../uploads.ts';
import { expectAccessible } from './support/axe.ts';
import { chooseFile, describeAndUpload, longFilm } from './support/files.ts';
import { openJourneys } from './support/journey.ts';
import { slowAfterFirstPiece, slowUploads } from './support/network.ts';
import { becomes, button, heading, memoryCard, see, seeGone, signIn } from './support/steps.ts';

const journey = await openJourneys();
const film = await longFilm();

/** The number of bytes that the page sends from now on. */
function countSent(page: Page): () => number {
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent += request.postDataBuffer()?.length ?? 0;
  });
  return () => sent;
}

async function choosePhotos(page: Page, name: string, files: readonly MediaFile[]): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await button(page, name).click();
  const chosen = files.map((file) => ({ name: file.name, mimeType: file.contentType, buffer: file.bytes }));
  await (await choosing).setFiles(chosen);
}

async function pictures(names: readonly string[]): Promise<MediaFile[]> {
  const bytes = await drawing().jpeg().toBuffer();
  // Each file is different: what follows the last pixel is not shown.
  return names.map((name) => ({
    name,
    contentType: 'image/jpeg',
    bytes: Buffer.concat([bytes, Buffer.from(name)]),
  }));
}

journey(
  'F38: a page that was closed midway offers to go on, and sends only what is missing',
  async ({ page, context, site }) => {
    const ruth = await createPerson(site);
    await signIn(page, ruth, '/upload?type=video');
    await chooseFile(page, 'Choose a video', film);
    // The page has recorded its progress by the time it sends the next chunk.
    const nextPiece = slowAfterFirstPiece(page);
    await describeAndUpload(page, 'The harbour, early');
    await nextPiece;
    await page.close();
    expect((await ruth.request({ url: '/api/memories' })).json()).toEqual([]);

    const later = await context.newPage();
    await later.goto('/upload');
    await see(later.getByText('“The harbour, early” has not been kept yet.'));
    await see(later.getByText(/^\d\.\d of \d\.\d MB are here, begun /));
    await expectAccessible(later, 'an upload that was begun');
    const sent = countSent(later);
    await button(later, 'Go on').click();
    await see(heading(later, 'Your video is kept.'));
    expect(sent()).toBeLessThan(film.bytes.length);
    await see(memoryCard(later, 'The harbour, early').getByText('Approved'));
    expect(await later.getByText(/not been kept yet/).count()).toBe(0);
  },
);

journey('an upload pauses, and goes on where it stood', async ({ page, site }) => {
  const ruth = await createPerson(site);
  await signIn(page, ruth, '/upload?type=video');
  await chooseFile(page, 'Choose a video', film);
  const nextPiece = slowAfterFirstPiece(page);
  await describeAndUpload(page, 'The harbour');
  const slowness = await nextPiece;
  await button(page, 'Pause').click();
  await see(page.getByText(/^\d\.\d of \d\.\d MB are here$/));
  await expectAccessible(page, 'an upload that pauses');
  await slowness.end();
  await button(page, 'Go on').click();
  await see(memoryCard(page, 'The harbour').getByText('Approved'));
});

journey(
  'an upload whose last answer is lost makes one memory; one that is cancelled leaves nothing',
  async ({ page, site, console }) => {
    console.expect(/ERR_FAILED/);
    const ruth = await createPerson(site, { plan: 'premium' });
    await signIn(page, ruth, '/upload?type=video');
    await page.route(
      '**/api/uploads/*/memory',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await chooseFile(page, 'Choose a video', film);
    await describeAndUpload(page, 'The harbour');
    await see(memoryCard(page, 'The harbour').getByText('Approved'));
    expect((await ruth.request({ url: '/api/memories' })).json()).toHaveLength(1);

    await page.goto('/upload?type=video');
    await chooseFile(page, 'Choose a video', film);
    await slowUploads(page, 20);
    await describeAndUpload(page, 'Once more');
    const countBegun = async () => (await ruth.request({ url: '/api/uploads' })).json().length;
    await becomes(countBegun, 1);
    await button(page, 'Cancel').click();
    await seeGone(page.getByRole('progressbar', { name: 'Uploading' }));
    await becomes(countBegun, 0);
    await page.goto('/upload');
    await see(memoryCard(page, 'The harbour').getByText('Approved'));
    expect(await page.getByText(/not been kept yet/).count()).toBe(0);
  },
);

journey('an upload that is cancelled while it is being begun leaves nothing', async ({ page, site }) => {
  const ruth = await createPerson(site);
  await signIn(page, ruth, '/upload?type=video');
  const begun = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  await page.route(
    (url) => url.pathname === '/api/uploads',
    async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      const response = await route.fetch();
      begun.resolve();
      await answered.promise;
      await route.fulfill({ response }).catch(() => undefined);
    },
  );
  await chooseFile(page, 'Choose a video', film);
  await describeAndUpload(page, 'The harbour');
  await begun.promise;
  await button(page, 'Cancel').click();
  await seeGone(page.getByRole('progressbar', { name: 'Uploading' }));
  answered.resolve();
  await becomes(async () => (await ruth.request({ url: '/api/uploads' })).json().length, 0);
});

journey(
  'where the browser could not keep the file, the same one is asked for, and no other will do',
  async ({ page, context, site }) => {
    const ruth = await createPerson(site);
    await context.addInitScript(() => {
      const put = IDBObjectStore.prototype.put;
      IDBObjectStore.prototype.put = function (...args: Parameters<typeof put>) {
        if (this.name === 'files') throw new DOMException('No room', 'QuotaExceededError');
        return put.apply(this, args);
      };
    });
    await signIn(page, ruth, '/upload?type=video');
    await chooseFile(page, 'Choose a video', film);
    const nextPiece = slowAfterFirstPiece(page);
    await describeAndUpload(page, 'The harbour');
    await nextPiece;
    await page.close();

    const later = await context.newPage();
    await later.goto('/upload');
    await button(later, 'Go on').click();
    await see(later.getByText(/^This browser had no room to keep the file\./));
    await expectAccessible(later, 'an upload whose file is asked for');
    const other = { ...film, bytes: Buffer.concat([film.bytes.subarray(1), Buffer.from('!')]) };
    await chooseFile(later, 'Choose it again', other);
    await see(later.getByRole('alert').getByText('This is another file'));
    await chooseFile(later, 'Choose it again', film);
    await see(heading(later, 'Your video is kept.'));
  },
);

journey(
  'several photos with one form are as many memories; one that fails is named and may be tried again',
  async ({ page, site, console }) => {
    console.expect(/status of 500/);
    const ruth = await createPerson(site);
    await signIn(page, ruth, '/upload?type=photo');
    const files = await pictures(['Cape May.jpg', 'IMG_2044.jpeg', 'Soup.jpg']);
    const words = {
      ...files[0],
      name: 'notes.pdf',
      contentType: 'application/pdf',
      bytes: Buffer.from('words'),
    };
    await choosePhotos(page, 'Choose photos', [...files, words]);
    await see(heading(page, 'Three photos'));
    await see(page.getByText('notes.pdf is left out. Invalid file type: Please select a valid photo file'));
    await expectAccessible(page, 'several photos');
    await button(page, 'Upload').click();
    await see(page.getByText('Please give it a title'));
    await page.getByLabel('Title of IMG_2044.jpeg').fill('The boat');
    await page.getByLabel('For whom').selectOption('children');
    await page.route(
      '**/api/uploads/*/memory',
      (route) =>
        route.fulfill({
          status: 500,
          body: '{"code":"internal","message":"Something went wrong on our side."}',
        }),
      { times: 1 },
    );
    await button(page, 'Upload').evaluate((upload: HTMLElement) => {
      upload.click();
      upload.click();
    });
    await see(heading(page, '2 of 3 are kept'));
    await see(page.getByText('This one is not kept. Something went wrong on our side.'));
    await expectAccessible(page, 'photos of which one is not kept');
    await button(page, 'Try again: Cape May').click();
    await see(heading(page, 'All of it is kept'));
    const kept = (await ruth.request({ url: '/api/memories' })).json<
      { title: string; recipient: string }[]
    >();
    expect(kept.map(({ title }) => title).sort()).toEqual(['Cape May', 'Soup', 'The boat']);
    expect(new Set(kept.map(({ recipient }) => recipient))).toEqual(new Set(['children']));
    await page.getByRole('link', { name: 'Back to Share Memories' }).last().click();
    await see(memoryCard(page, 'Soup').getByText('Approved'));
  },
);

journey(
  'a plan that has room for fewer photos says so before, and keeps those that fit',
  async ({ page, site, console }) => {
    console.expect(/status of 402/);
    const ruth = await createPerson(site);
    const photo = await mediaFiles.photo.jpeg();
    for (let taken = 1; taken < plans.free.memoryLimits.photo; taken++) {
      const url = await begun(ruth, photo);
      await send(ruth, url, 0, photo.bytes);
      await makeMemory(ruth, url, { type: 'photo', title: `Photo ${taken}`, recipient: 'Maya' });
    }
    await signIn(page, ruth, '/upload?type=photo');
    await choosePhotos(page, 'Choose photos', await pictures(['Cape May.jpg', 'Soup.jpg']));
    await see(page.getByText(/^Your plan has room for one more photo/));
    await page.getByLabel('For whom').selectOption('children');
    await button(page, 'Upload').click();
    await see(heading(page, '1 of 2 are kept'));
    await see(page.getByText(/^This one is not kept\. .*plan limit/));
    await button(page, 'Cancel: Soup').click();
    await seeGone(page.getByText(/^This one is not kept/));
    await see(heading(page, 'All of it is kept'));
  },
);
