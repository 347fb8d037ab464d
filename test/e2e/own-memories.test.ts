import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { createLetter, createPerson, createPhoto, createRecipient, createSchedule } from '../factories.ts';
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
    await createPhoto(ruth, { title: 'An evening in the garden', recipient: 'family' });
    await untilApproved(ruth);
    const begun = { title: 'A letter begun', recipient: '', personalMessage: '', content: 'Dear Tom' };
    await ruth.request({ method: 'PUT', url: '/api/drafts/letter', payload: { content: begun } });
    await signIn(page, ruth, '/upload');
    await see(page.getByText('26 memories', { exact: true }));
    const newestFirst = ['An evening in the garden', ...numbers.toReversed().map((each) => `Letter ${each}`)];
    await becomes(() => titles(page), newestFirst.slice(0, 24));
    await expectAccessible(page, 'a filled list of memories');
    await button(page, 'Show more').click();
    await becomes(() => titles(page), newestFirst);
    expect(await button(page, 'Show more').count()).toBe(0);
    // Everything is where it was, for somebody who comes back.
    await see(heading(page, 'A letter begun'));
    const card = memoryCard(page, 'Letter 14');
    await card.scrollIntoViewIfNeeded();
    const placeOfCard = async () => (await card.boundingBox())?.y ?? Number.NaN;
    const place = await placeOfCard();
    await card.getByRole('link', { name: 'Letter 14', exact: true }).click();
    await see(heading(page, 'Letter 14'));
    await page.goBack();
    await becomes(() => titles(page), newestFirst);
    await see(heading(page, 'A letter begun'));
    await becomes(async () => Math.abs((await placeOfCard()) - place) < 2, true);

    await page.getByLabel('Order').selectOption({ label: 'Oldest first' });
    // Another order starts from the beginning.
    await becomes(() => titles(page), newestFirst.toReversed().slice(0, 24));
    await page.getByLabel('Order').selectOption({ label: 'By title' });
    // In the order in which people count: two before ten.
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

journey(
  'a card says whom it reaches and when; its page shows the whole memory, and says so when it is deleted elsewhere',
  async ({ page, site, console }) => {
    const ruth = await createPerson(site);
    const maya = await createRecipient(ruth);
    const letter = await createLetter(ruth, { content: 'Dear Maya,\n\nSit down first.' });
    await createSchedule(ruth, {
      memoryId: letter.id,
      deliveryDate: '2099-05-04T16:00:00Z',
      recipientIds: [maya.id],
    });
    await createPhoto(ruth, { title: 'The garden', recipient: 'family' });
    await untilApproved(ruth);
    await signIn(page, ruth, '/upload');
    const card = memoryCard(page, 'For your thirtieth');
    await see(card.getByText('To: Maya', { exact: true }));
    await see(card.getByText('· 4 May 2099', { exact: true }));
    await see(memoryCard(page, 'The garden').getByText('No day yet'));
    expect(await card.getByText('Sit down first.').innerText()).toBe('Dear Maya,\nSit down first.');

    await card.getByRole('link', { name: 'For your thirtieth', exact: true }).click();
    await see(page.getByRole('heading', { level: 1, name: 'For your thirtieth' }));
    await see(page.getByText('Maya, 4 May 2099', { exact: true }));
    const changing = page.getByRole('link', { name: 'Change its day' });
    expect(await changing.getAttribute('href')).toMatch(/^\/schedule\?change=/);
    const saving = page.waitForEvent('download');
    await button(page, 'Download').click();
    expect((await saving).suggestedFilename()).toBe('For your thirtieth.txt');
    await expectAccessible(page, 'a letter on its page');

    console.expect(/404/);
    await ruth.request({ method: 'DELETE', url: `/api/memories/${letter.id}?received=keep` });
    await see(heading(page, 'This memory is not here'));
    await page.goBack();
    await memoryCard(page, 'The garden').getByRole('link', { name: 'The garden', exact: true }).click();
    await see(page.getByRole('img', { name: 'The garden' }));
    await see(page.getByRole('link', { name: 'Choose its day' }));
    await page.goto('/memories/019a0000-0000-7000-8000-000000000000');
    await see(heading(page, 'This memory is not here'));
  },
);

function titles(page: Page): Promise<string[]> {
  return page.getByRole('article').getByRole('heading').allTextContents();
}
