import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { createLetter, createPerson, type Person } from '../factories.ts';
import { mediaFiles } from '../media.ts';
import { multipart } from '../multipart.ts';
import { expectAccessible } from './support/axe.ts';
import { openJourneys } from './support/journey.ts';
import { untilApproved } from './support/scheduled-letters.ts';
import { becomes, button, heading, memoryCard, see, seeGone, signIn } from './support/steps.ts';

const journey = await openJourneys();

journey(
  'among many memories one is found by words, kind and order, and the rest is shown on request',
  async ({ page, site }) => {
    const ruth = await createPerson(site, { plan: 'basic' });
    const numbers = Array.from({ length: 25 }, (_, index) => index + 1);
    for (const number of numbers) {
      await createLetter(ruth, { title: `Letter ${number}` });
      site.clock.advance(60);
    }
    await uploadPhoto(ruth, 'An evening in the garden');
    await untilApproved(ruth);
    await signIn(page, ruth, '/upload');
    await see(page.getByText('26 memories', { exact: true }));
    const newestFirst = ['An evening in the garden', ...numbers.toReversed().map((each) => `Letter ${each}`)];
    await becomes(() => titles(page), newestFirst.slice(0, 24));
    await expectAccessible(page, 'a filled list of memories');
    await button(page, 'Show more').click();
    await becomes(() => titles(page), newestFirst);
    expect(await button(page, 'Show more').count()).toBe(0);

    await page.getByLabel('Order').selectOption({ label: 'Oldest first' });
    // Another order begins at its beginning.
    await becomes(() => titles(page), newestFirst.toReversed().slice(0, 24));
    await page.getByLabel('Order').selectOption({ label: 'By title' });
    // As people count: two before ten.
    const byTitle = ['An evening in the garden', ...numbers.map((each) => `Letter ${each}`)];
    await becomes(() => titles(page), byTitle.slice(0, 24));

    await page.getByLabel('Kind').selectOption({ label: 'Photos' });
    await becomes(() => titles(page), ['An evening in the garden']);
    await see(page.getByText('1 of 26 memories', { exact: true }));
    await page.getByLabel('Kind').selectOption({ label: 'Videos' });
    await see(heading(page, 'No memory matches'));
    await button(page, 'Show all').click();
    await see(page.getByText('26 memories', { exact: true }));

    await page.getByLabel('Search your memories').fill('LETTER 2');
    await becomes(
      () => titles(page),
      [25, 24, 23, 22, 21, 20, 12, 2].map((each) => `Letter ${each}`),
    );
    await page.getByLabel('Search your memories').fill('nowhere');
    await see(heading(page, 'No memory matches'));
    await seeGone(memoryCard(page, 'Letter 2'));
  },
);

function titles(page: Page): Promise<string[]> {
  return page.getByRole('article').getByRole('heading').allTextContents();
}

async function uploadPhoto(person: Person, title: string): Promise<void> {
  const form = multipart({ type: 'photo', title, recipient: 'family' }, await mediaFiles.photo.jpeg());
  await person.request({ method: 'POST', url: '/api/memories/upload', ...form });
}
