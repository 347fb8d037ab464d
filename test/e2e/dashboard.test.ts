import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Memory } from '../../shared/memories/memories.ts';
import {
  createLetter,
  createPerson,
  createPhoto,
  createRecipient,
  createSchedule,
  type Person,
} from '../factories.ts';
import { expectAccessible } from './support/axe.ts';
import { openJourneys } from './support/journey.ts';
import { scheduleLetter, untilApproved } from './support/scheduled-letters.ts';
import { becomes, button, heading, memoryCard, see, seeGone, signIn } from './support/steps.ts';

const journey = await openJourneys();

const guide = (page: Page) => page.getByRole('region', { name: 'Five first steps' });
const step = (page: Page, title: string) => guide(page).getByRole('link', { name: title, exact: true });
const tiles = (page: Page) => page.getByRole('navigation', { name: 'Quick Actions' });

journey(
  'the first steps tick themselves by what there is, and go away with the last',
  async ({ page, site }) => {
    const ruth = await createPerson(site);
    await signIn(page, ruth);
    // While it is empty: the one next step first, the zeros last, and no guide beside it.
    await see(heading(page, 'No memories yet'));
    const begin = page.getByRole('link', { name: 'Add Your First Memory' });
    expect(await begin.getAttribute('href')).toBe('/upload?type=letter');
    const [step1, zeros] = await Promise.all([begin.boundingBox(), page.locator('dl').boundingBox()]);
    expect(step1?.y).toBeLessThan(600);
    expect(zeros?.y).toBeGreaterThan(900);
    expect(await guide(page).count()).toBe(0);

    const letter = await createLetter(ruth);
    await see(guide(page).getByText('1 of 5 done.'));
    for (const [title, path] of [
      ['Add one person', '/recipients'],
      ['Choose one date', '/schedule'],
      ['Name your trusted contact', '/recipients'],
      ['Choose what comes after', '/settings?tab=after-death'],
    ] as const)
      expect(await step(page, title).getAttribute('href')).toBe(path);
    await see(guide(page).getByText('Done: Leave one memory'));
    await step(page, 'Add one person').click();
    await see(heading(page, 'Recipients'));
    const maya = await createRecipient(ruth);
    await page.goBack();
    await see(guide(page).getByText('2 of 5 done.'));
    await untilApproved(ruth);
    const deliveryDate = new Date(site.clock.now().getTime() + 86_400_000).toISOString();
    await createSchedule(ruth, { memoryId: letter.id, deliveryDate, recipientIds: [maya.id] });
    await see(guide(page).getByText('3 of 5 done.'));
    const payload = { ...maya, trustedContact: true };
    await ruth.request({ method: 'PUT', url: `/api/recipients/${maya.id}`, payload });
    await see(guide(page).getByText('4 of 5 done.'));
    await chooseQuietDays(ruth);
    await seeGone(guide(page));
  },
);

journey('who has everything never sees the first steps, also at a new device', async ({ page, site }) => {
  const ruth = await createPerson(site);
  await scheduleLetter(
    site,
    ruth,
    await createRecipient(ruth, { trustedContact: true }),
    'For your thirtieth',
  );
  await chooseQuietDays(ruth);
  await watchForGuide(page);
  await signIn(page, ruth);
  await see(heading(page, 'For your thirtieth'));
  await page.reload();
  await see(heading(page, 'For your thirtieth'));
  await see(page.getByRole('list', { name: 'Upcoming Deliveries' }));
  expect(await page.evaluate(() => sessionStorage.getItem('guide-was-seen'))).toBeNull();
});

journey(
  'put aside, the first steps stay away on this device until they are asked for',
  async ({ page, site, openDevice }) => {
    const ruth = await createPerson(site);
    await createLetter(ruth);
    await signIn(page, ruth);
    await button(guide(page), 'Hide for now').click();
    await seeGone(guide(page));
    await see(page.getByRole('status').getByText('The first steps are hidden on this device'));
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
    await page.reload();
    await see(page.getByText('First steps: 1 of 5 done.'));
    expect(await guide(page).count()).toBe(0);

    const second = await openDevice();
    await signIn(second.page, ruth);
    await see(guide(second.page));

    await button(page, 'Show them again').click();
    await see(guide(page));
    await page.reload();
    await see(guide(page));
  },
);

async function chooseQuietDays(owner: Person): Promise<void> {
  const payload = { reporters: 'anyone', objectionDays: null, quietDays: 30, noteToContacts: null };
  const answer = await owner.request({ method: 'PUT', url: '/api/release-wishes', payload });
  expect(answer.statusCode).toBe(200);
}

const everybody = ['Add New Memory', 'Schedule Delivery', 'Book Counselor'];

for (const [plan, names] of [
  ['free', [...everybody, 'Upgrade Plan', 'Add Gifts']],
  ['basic', [...everybody, 'Add Gifts']],
  ['premium', [...everybody, 'Physical Items', 'Add Gifts']],
] as const)
  journey(`what the dashboard offers: ${plan}`, async ({ page, site }) => {
    await signIn(page, await createPerson(site, { plan }));
    const shown = tiles(page).getByRole('listitem');
    await becomes(() => shown.locator('span > span:first-child').allTextContents(), [...names]);
    const hrefOf = (name: string) =>
      tiles(page)
        .getByRole('link', { name: new RegExp(`^${name}`) })
        .getAttribute('href');
    expect(await hrefOf('Add New Memory')).toBe('/upload');
    expect(await hrefOf('Schedule Delivery')).toBe('/schedule');
    if (plan === 'free') expect(await hrefOf('Upgrade Plan')).toBe('/checkout');
    const isPremium = plan === 'premium';
    const figures = page.locator('dl').getByRole('term');
    await becomes(
      () => figures.allTextContents(),
      ['Videos', 'Letters', 'Photos', 'Audio', ...(isPremium ? ['Physical Items'] : []), 'Scheduled'],
    );
    const columns = await page.locator('dl').evaluate((row) => getComputedStyle(row).gridTemplateColumns);
    expect(columns.split(' ')).toHaveLength(isPremium ? 6 : 5);

    await tiles(page)
      .getByRole('link', { name: /^Book Counselor/ })
      .click();
    await see(heading(page, 'Counseling'));
  });

journey(
  'a memory is deleted after the question, and list and figures follow',
  async ({ page, site, console }) => {
    const ruth = await createPerson(site);
    await createLetter(ruth, { title: 'About the truck' });
    await createLetter(ruth, { title: 'Where everything is' });
    await signIn(page, ruth);
    await see(page.getByText('Total memories: 2'));
    const question = page.getByRole('alertdialog');
    await button(memoryCard(page, 'About the truck'), 'Delete About the truck').click();
    await see(
      question.getByText('Are you sure you want to delete this memory? This action cannot be undone.'),
    );
    await button(question, 'Cancel').click();
    await seeGone(question);
    await see(memoryCard(page, 'About the truck'));

    console.expect(/500/);
    await page.route('**/api/memories/*', (route) => route.fulfill({ status: 500, body: '{}' }), {
      times: 1,
    });
    await button(page, 'Delete About the truck').click();
    await button(question, 'Delete').click();
    const failure = page.getByRole('alert').getByRole('region', { name: 'Error' });
    await see(failure.getByText('Failed to delete memory. Please try again.'));
    await see(memoryCard(page, 'About the truck'));

    await button(page, 'Delete About the truck').click();
    await button(question, 'Delete').click();
    const success = page.getByRole('status').getByRole('region', { name: 'Memory deleted' });
    await see(success.getByText('Your memory has been successfully deleted.'));
    await seeGone(memoryCard(page, 'About the truck'));
    await see(page.getByText('Total memories: 1'));
    await see(page.getByText('1 of 5', { exact: true }));
    await button(page, 'Edit Where everything is').click();
    await page.waitForURL(/\/upload\?edit=[\w-]{36}$/);
  },
);

journey(
  'a part of the page that cannot be read says so in its place, and is there with one press',
  async ({ page, site, console }) => {
    const ruth = await createPerson(site);
    const letter = await createLetter(ruth);
    await untilApproved(ruth);
    const maya = await createRecipient(ruth);
    const deliveryDate = '2096-05-04T16:00:00Z';
    await createSchedule(ruth, { memoryId: letter.id, deliveryDate, recipientIds: [maya.id] });
    console.expect(/500/);
    const reads = /\/api\/(memories|schedules|user\/stats)$/;
    const asked: string[] = [];
    await page.route(reads, (route) => {
      asked.push(route.request().url());
      return route.fulfill({ status: 500, body: '{}' });
    });
    await signIn(page, ruth);
    const alerts = page.getByRole('alert');
    const partOf = (what: string) => alerts.filter({ has: heading(page, `We could not show ${what}`) });
    const parts = [partOf('your memories'), partOf('your deliveries'), partOf('what you have used')];
    for (const part of parts) await see(part.getByText('Everything you have saved is safe.'));
    await becomes(() => page.locator('dl').getByRole('definition').allTextContents(), Array(5).fill('–'));
    await expectAccessible(page, 'dashboard of which nothing could be read');
    // A server in trouble is not asked endlessly: once by the page, and once by the part that came with the response.
    expect(asked.length).toBeLessThanOrEqual(2 * parts.length);

    // It fails once more: the part is there again, beside the toast that names it, and the button can be pressed again.
    for (const part of parts) {
      const before = asked.length;
      await button(part, 'Try again').click();
      await becomes(async () => asked.length > before, true);
      await see(part.getByText('Everything you have saved is safe.'));
    }
    await see(page.getByRole('region', { name: 'Error' }).getByText('Failed to fetch stats'));
    await page.unroute(reads);
    for (const part of parts) {
      await button(part, 'Try again').click();
      await seeGone(part);
    }
    await see(memoryCard(page, 'For your thirtieth').getByText('Approved'));
    await see(page.getByRole('list', { name: 'Upcoming Deliveries' }).getByText('4 May 2096'));
    await see(page.getByRole('region', { name: 'First Echo' }).getByText('Delivery dates per year'));
    await becomes(
      () => page.locator('dl').getByRole('definition').allTextContents(),
      ['0', '1', '0', '0', '1'],
    );
  },
);

journey(
  'a card says for whom it is, its original opens beside the page, and a letter on top of it',
  async (walk) => {
    const { page, site, context, console } = walk;
    // A picture on its own in a tab has no icon of its own, so the browser asks for one.
    console.allow(/favicon\.ico/);
    const ruth = await createPerson(site);
    await createPhoto(ruth, { title: 'The garden', recipient: 'Aunt Inés' });
    await createLetter(ruth, { title: 'About the truck' });
    await signIn(page, ruth);
    const card = memoryCard(page, 'The garden');
    await see(card.getByText('To: Aunt Inés', { exact: true }));
    const opening = context.waitForEvent('page');
    await card.getByRole('link', { name: 'View photo: The garden (opens in a new tab)' }).click();
    const original = await opening;
    await original.waitForLoadState();
    expect(await original.evaluate(() => [document.contentType, document.images[0]?.naturalWidth])).toEqual([
      'image/jpeg',
      640,
    ]);
    expect(await original.evaluate(() => window.opener)).toBeNull();
    await see(heading(page, 'Welcome back, Ruth'));
    // A letter's card shows no file, and the letter is read in full on its own page.
    const letter = memoryCard(page, 'About the truck');
    await see(letter.getByText('No day yet'));
    await letter.getByRole('link', { name: 'View letter: About the truck' }).click();
    await see(page.getByRole('article').getByText('Dear Maya, here is my toast.'));
    await see(page.getByText('For Maya', { exact: true }));
    await expectAccessible(page, 'a letter to read');
  },
);

journey('a full plan says so, and three of four deliveries to come are shown', async ({ page, site }) => {
  const ruth = await createPerson(site);
  await signIn(page, ruth);
  await see(page.getByText('No upcoming deliveries'));
  expect(await page.getByRole('link', { name: 'Schedule a memory' }).getAttribute('href')).toBe('/schedule');
  const maya = await createRecipient(ruth);
  for (const title of ['One', 'Two', 'Three', 'Four', 'Five']) await createLetter(ruth, { title });
  await untilApproved(ruth);
  const [letter] = (await ruth.request({ url: '/api/memories' })).json<Memory[]>();
  for (const year of [2099, 2097, 2098, 2096])
    await createSchedule(ruth, {
      memoryId: letter?.id,
      deliveryDate: `${year}-05-04T16:00:00Z`,
      recipientIds: [maya.id],
    });
  const upcoming = page.getByRole('list', { name: 'Upcoming Deliveries' }).getByRole('listitem');
  await becomes(
    async () => (await upcoming.allTextContents()).map((text) => text.replace('Scheduled', ', Scheduled')),
    // No line breaks within a date.
    [2096, 2097, 2098].map((year) => `4\u00a0May\u00a0${year}, Scheduled Memory · for Maya`),
  );
  const all = page.getByRole('link', { name: 'See all upcoming deliveries: 4' });
  expect(await all.getAttribute('href')).toBe('/schedule#upcoming');
  const usage = page.getByRole('region', { name: 'First Echo' });
  await see(usage.getByText('Limit Reached'));
  expect(await usage.getByText('Limit Reached').count()).toBe(1);
  await see(usage.getByText('Legacy guarantee: 1 year'));
  await see(usage.getByText('Delivery dates per year'));
});

journey(
  'on a phone what is to come stands above what has been made, and the actions in two columns',
  async ({ page, site }) => {
    const ruth = await createPerson(site);
    const [maya, letter] = [await createRecipient(ruth), await createLetter(ruth)];
    await untilApproved(ruth);
    const deliveryDate = '2096-05-04T16:00:00Z';
    await createSchedule(ruth, { memoryId: letter.id, deliveryDate, recipientIds: [maya.id] });
    await signIn(page, ruth);
    const next = page.getByRole('list', { name: 'Upcoming Deliveries' }).getByRole('link');
    expect(await next.getAttribute('href')).toMatch(/^\/schedule\?change=/);
    const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0, height: 0, width: 0 };
    // Each part arrives when it can; they are measured once all are there.
    await see(heading(page, 'Five first steps'));
    await see(memoryCard(page, 'For your thirtieth'));
    await see(tiles(page).getByRole('listitem').nth(4));
    const card = await boxOf(memoryCard(page, 'For your thirtieth'));
    expect((await boxOf(next)).y).toBeLessThan(card.y);
    const actions = await Promise.all((await tiles(page).getByRole('listitem').all()).map(boxOf));
    expect(actions.map(({ x }) => x < 100)).toEqual([true, true, false, true, false]);
    for (const name of ['Edit', 'Delete']) {
      const icon = await boxOf(button(page, `${name} For your thirtieth`));
      expect([icon.width, icon.height]).toEqual([44, 44]);
    }
  },
  { viewport: { width: 390, height: 844 } },
);

journey(
  'on a phone five places stand below, and the rest behind the last',
  async ({ page, site }) => {
    await signIn(page, await createPerson(site));
    const bar = page.getByRole('navigation', { name: 'Main' });
    const more = button(bar, 'More');
    await more.click();
    await bar.getByRole('link', { name: 'Store' }).click();
    await see(heading(page, 'Legacy Store'));
    await seeGone(bar.getByRole('link', { name: 'Store' }));
    expect(await more.getAttribute('aria-current')).toBe('true');
    await more.focus();
    await page.keyboard.press('Enter');
    await see(bar.getByRole('link', { name: 'Recipients' }));
    expect(await bar.getByRole('link', { name: 'Help and questions' }).getAttribute('href')).toBe('/faq');
    await page.keyboard.press('Escape');
    await seeGone(bar.getByRole('link', { name: 'Recipients' }));
    for (const place of [...(await bar.getByRole('link').all()), more]) {
      const box = await place.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(44);
      expect(box?.width).toBeGreaterThanOrEqual(44);
    }
    await more.click();
    await expectAccessible(page, 'store with the rest of the places open');
  },
  { viewport: { width: 320, height: 640 } },
);

/** Records in the tab whether the guide was there at any moment, however briefly. */
async function watchForGuide(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.body?.textContent?.includes('Five first steps'))
        sessionStorage.setItem('guide-was-seen', 'yes');
    }).observe(document, { childList: true, subtree: true });
  });
}
