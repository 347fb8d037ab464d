import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { createLetter, createPerson, createPhoto, createRecipient } from '../factories.ts';
import { openJourneys } from './support/journey.ts';
import { scheduleLetter, untilApproved } from './support/scheduled-letters.ts';
import { becomes, heading, see, signIn } from './support/steps.ts';

const journey = await openJourneys();

/** The limit for a whole page, as for the public ones. */
const shiftAtMost = 0.02;

journey(
  'what a page waits for moves nothing that is there already: the preview and the reading page on a phone',
  async ({ page, site }) => {
    const ruth = await createPerson(site);
    const ana = await createRecipient(ruth, { firstName: 'Ana' });
    const letter = await createLetter(ruth, { recipient: 'Ana Alvarez' });
    const photo = await createPhoto(ruth);
    await untilApproved(ruth);
    await signIn(page, ruth);
    await page.addInitScript(measureShifts);

    const people = await hold(page, '**/api/recipients');
    const answered = page.waitForResponse((answer) => new URL(answer.url()).pathname.endsWith('/preview'));
    await page.goto(`/preview/${letter.id}?for=${ana.id}`);
    await answered;
    await drawn(page);
    people.letGo();
    await see(heading(page, 'As Ana will see it'));
    await see(page.getByLabel('Through whose eyes?'));
    expect(await shiftOf(page)).toBeLessThan(shiftAtMost);

    const file = await hold(page, (url) => url.pathname.includes('/display'));
    await page.goto(`/memories/${photo.id}`);
    await see(page.getByRole('link', { name: 'Download' }));
    await drawn(page);
    file.letGo();
    const picture = page.getByRole('img', { name: photo.title });
    await becomes(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth > 0), true);
    await drawn(page);
    expect(await shiftOf(page)).toBeLessThan(shiftAtMost);
  },
  { viewport: { width: 390, height: 844 } },
);

journey(
  'the dashboard stands there without its figures, and nothing moves when they come',
  async ({ page, site }) => {
    const ruth = await createPerson(site);
    const maya = await createRecipient(ruth);
    const ana = await createRecipient(ruth, { firstName: 'Ana', email: null });
    for (const person of [maya, ana]) await scheduleLetter(site, ruth, person, `For ${person.firstName}`);
    await signIn(page, ruth);
    await see(heading(page, 'For Maya'));
    await see(heading(page, 'One person cannot be reached'));
    await see(page.getByRole('region', { name: 'Five first steps' }));
    await page.addInitScript(measureShifts);
    const answers = await hold(page, (url) =>
      /^\/api\/(memories|schedules|recipients|attention|user\/stats)$/.test(url.pathname),
    );
    await page.reload();
    await see(page.getByText('Loading your memories'));
    await see(page.getByRole('navigation', { name: 'Quick Actions' }));
    await see(page.getByText('Loading your deliveries'));
    await drawn(page);
    answers.letGo();
    await see(heading(page, 'For Maya'));
    await see(page.getByRole('region', { name: 'Five first steps' }));
    await drawn(page);
    expect(await shiftOf(page)).toBeLessThan(shiftAtMost);
  },
  { viewport: { width: 390, height: 844 } },
);

/** Keeps a response back until it is released. */
async function hold(page: Page, url: string | ((url: URL) => boolean)) {
  const letGo = Promise.withResolvers<void>();
  await page.route(url, async (route: Route) => {
    await letGo.promise;
    await route.continue();
  });
  return { letGo: letGo.resolve };
}

/** Resolves once everything that is there so far has been drawn. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  });
}

function measureShifts() {
  const shifts: number[] = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if ('value' in entry) shifts.push(Number(entry.value));
  }).observe({ type: 'layout-shift', buffered: true });
  Object.assign(globalThis, { shifts });
}

function shiftOf(page: Page): Promise<number> {
  return page.evaluate(() =>
    (globalThis as unknown as { shifts: number[] }).shifts.reduce((sum, each) => sum + each, 0),
  );
}
