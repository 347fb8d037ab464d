import { and, eq, isNotNull } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { deliveryQueue } from '../../server/features/delivery/deliveries/deliveries.table.ts';
import type { Schedule } from '../../shared/delivery/schedules.ts';
import type { Recipient } from '../../shared/people/recipients.ts';
import { createLetter, createPerson, createRecipient, createSchedule, type Person } from '../factories.ts';
import { mailTo, receivedTokenIn } from '../mailbox.ts';
import { openJourneys } from './support/journey.ts';
import { expectAccessibleAndLarge } from './support/large-text.ts';
import { deliverLetter, untilApproved } from './support/scheduled-letters.ts';
import type { Site } from './support/site.ts';
import { becomes, button, heading, see, seeGone, signIn } from './support/steps.ts';

const journey = await openJourneys();
const titles = ['For your thirtieth', 'The soup, as far as it goes', 'Rain on the porch'] as const;
const yearSeconds = 366 * 24 * 60 * 60;

const schedulesOf = async (owner: Person) =>
  (await owner.request({ url: '/api/schedules' })).json<Schedule[]>();

journey(
  'what a recipient can do holds at once, and is undone in the same place',
  async ({ page, site, openDevice }) => {
    const ruth = await createPerson(site);
    const maya = await createRecipient(ruth);
    await openFirst(page, site, ruth, maya);

    await button(page, 'Remind me in a month').click();
    await button(page, /^Remind me on/).click();
    await see(button(page, 'Do not remind me'));
    await page.reload();
    await button(page, 'Do not remind me').click();
    await see(button(page, 'Remind me in a month'));

    await button(page, 'Please send me nothing more from Ruth').click();
    await button(page, 'Send me nothing more').click();
    await see(page.getByText('Nothing more from Ruth will be sent to you.'));
    await expectAccessibleAndLarge(page, 'nothing more');
    await button(page, 'Undo').click();
    await see(button(page, 'Please send me nothing more from Ruth'));

    await button(page, 'This is not for me').click();
    await button(page, 'Close the page').click();
    await button(page, 'It is mine after all').click();
    await becomes(() => hasFocus(page), true);
    await button(page, 'Close the page').click();
    await button(page, 'Yes, close it for everybody').click();
    await see(heading(page, 'This page is closed'));
    await becomes(() => hasFocus(page), true);
    await expectAccessibleAndLarge(page, 'a page that is not for them');
    const other = await openDevice();
    await other.page.goto(page.url());
    await see(heading(other.page, 'This page is closed'));
    expect(await button(other.page, 'It is mine after all').count()).toBe(0);
    await button(page, 'It is mine after all').click();
    // Whatever somebody opened before saying that it is not theirs is closed again.
    await button(page, 'Open').click();
    await see(heading(page, titles[0]));
  },
  { sharesClock: true },
);

journey(
  'a changed address is proved by a code, and counts once the owner has agreed',
  async ({ page, console, site, openDevice }) => {
    console.expect(/400/);
    const ruth = await createPerson(site);
    const maya = await createRecipient(ruth);
    await openFirst(page, site, ruth, maya);
    const email = `new.${maya.email}`;

    await button(page, 'My address has changed').click();
    await button(page, 'Tell us').click();
    await see(page.getByText('Please enter what has changed'));
    await page.getByLabel('New email address').fill(email);
    await button(page, 'Send me the code').click();
    const code = await codeTo(site, email);
    await page.getByLabel('Six-digit code').fill(code);
    await expectAccessibleAndLarge(page, 'the code of a new address');
    await button(page, 'Confirm it').click();
    await see(page.getByText(/^We have asked Ruth/));

    const { page: hers } = await openDevice();
    await signIn(hers, ruth, `/recipients/${maya.id}`);
    await see(heading(hers, 'Maya has a new address'));
    await expectAccessibleAndLarge(hers, 'a new address to agree to');
    await button(hers, 'Use the new address').click();
    await seeGone(heading(hers, 'Maya has a new address'));
    await see(hers.getByText(email));
  },
);

journey(
  'what was typed is there again after a lost connection and a reload, and is sent once',
  async ({ page, context, console, site }) => {
    console.expect(/ERR_INTERNET_DISCONNECTED/);
    const ruth = await createPerson(site);
    await openFirst(page, site, ruth, await createRecipient(ruth));
    // A letter in Hebrew begins on the right.
    const letter = page.locator('.print-letter').last();
    expect(await letter.evaluate((written) => getComputedStyle(written).unicodeBidi)).toBe('plaintext');
    await page.getByLabel('Your words').fill('I read it twice.');
    await context.setOffline(true);
    await button(page, 'Send to Ruth').click();
    await see(page.getByText(/^This did not reach us/));
    await context.setOffline(false);
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await becomes(() => page.getByLabel('Your words').inputValue(), 'I read it twice.');
    await button(page, 'Send to Ruth').click();
    await see(page.getByText(/^Sent to Ruth on/));
    await becomes(() => hasFocus(page), true);
    await button(page, 'Take them back').click();
    await becomes(() => page.getByLabel('Your words').inputValue(), 'I read it twice.');
    await becomes(() => hasFocus(page), true);
  },
);

journey('everything that was opened is printed, each on a page of its own', async ({ page, site }) => {
  const ruth = await createPerson(site);
  const maya = await createRecipient(ruth);
  await openFirst(page, site, ruth, maya);
  await deliverLetter(site, ruth, maya, titles[1]);
  // Its mail arrives a moment before the delivery is recorded, and the page shows what is recorded.
  await becomes(async () => (await schedulesOf(ruth)).filter(({ isDelivered }) => isDelivered).length, 2);
  await page.reload();
  const sheets = page.locator('[data-print="page"]');
  await page.evaluate(() => {
    window.print = () => undefined;
  });
  await button(page, 'Print it all').click();
  await becomes(() => sheets.getByText('Given on').count(), 1);
  await page.emulateMedia({ media: 'print' });
  expect(await sheets.getByRole('heading').allTextContents()).toEqual([titles[0]]);
  expect(await heading(page, 'From Ruth').isVisible()).toBe(false);
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await becomes(() => sheets.count(), 0);

  await button(page, 'Open').click();
  await see(heading(page, titles[1]));
  await page.goBack();
  await button(page, 'Print it all').click();
  await becomes(() => sheets.getByText('Given on').count(), 2);
  await page.emulateMedia({ media: 'print' });
  const breaksOf = (articles: Element[]) => articles.map((article) => getComputedStyle(article).breakBefore);
  expect(await sheets.getByRole('article').evaluateAll(breaksOf), 'under their dates').toEqual([
    'auto',
    'auto',
  ]);
  const linesKept = (letters: Element[]) => letters.map((letter) => getComputedStyle(letter).widows);
  expect(await sheets.locator('.print-letter').evaluateAll(linesKept), 'a name is not alone').toEqual([
    '5',
    '5',
  ]);
});

journey(
  'three years on one page: an old link leads to it, one thing is opened at a time, and a few words go back',
  async ({ page, site, openDevice }) => {
    const ruth = await createPerson(site);
    const maya = await createRecipient(ruth, { ownerRelationship: 'mother', tellMore: 'more' });
    const paths = await leaveThreeYears(site, ruth, maya);

    const first = await paths.next();
    await page.goto(first);
    await button(page, 'Open').click();
    await see(heading(page, titles[0]));
    await becomes(() => page.title(), 'From Ruth');
    await see(heading(page, 'A few words back to Ruth'));
    await expectAccessibleAndLarge(page, 'the first thing, opened');

    await paths.next();
    await page.goto(first);
    await see(heading(page, 'From Ruth'));
    await see(page.getByText('Your mother sends you these.'));
    await see(page.getByText('More will come.', { exact: false }));
    await button(page, 'Not now').press('Enter');
    await see(page.getByText(/It will wait for you/));
    expect(await heading(page, titles[1]).count()).toBe(0);
    await becomes(() => button(page, 'Open it after all').evaluate(isFocused), true);
    await expectAccessibleAndLarge(page, 'the page of two years, the newest closed');
    await button(page, 'Open it after all').press('Enter');
    await see(heading(page, titles[1]));
    await page.getByLabel('Your words').fill('More lemon, and more of you.');
    await button(page, 'Send to Ruth').click();
    await see(page.getByText(/^Sent to Ruth on/));
    await page.goBack();
    await see(page.getByText('You wrote: More lemon, and more of you.'));

    await page.goto(await paths.next());
    const again = (title: string) => page.getByRole('link', { name: `Read it again: ${title}` });
    await see(again(titles[0]));
    await see(heading(page, 'A letter'));
    await again(titles[0]).press('Enter');
    await see(heading(page, titles[0]));
    await see(page.getByText('A letter is still closed. It can wait.'));
    await expectAccessibleAndLarge(page, 'an old letter, read again');
    await page.getByRole('link', { name: 'Everything from Ruth' }).first().press('Enter');
    await see(heading(page, 'From Ruth'));
    await becomes(() => again(titles[0]).evaluate(isFocused), true);

    const { page: hers } = await openDevice();
    await signIn(hers, ruth);
    await hers.getByRole('link', { name: titles[1], exact: true }).first().click();
    await see(heading(hers, 'A few words back'));
    await see(hers.getByText('More lemon, and more of you.'));
    await expectAccessibleAndLarge(hers, 'what was written back');
  },
);

/** One letter a year. Returns the page of the next one, once its day has come. */
async function leaveThreeYears(site: Site, owner: Person, to: Recipient) {
  const letters = await Promise.all(titles.map((title) => createLetter(owner, { title })));
  await untilApproved(owner);
  for (const [index, { id: memoryId }] of letters.entries()) {
    const dueInSeconds = 60 + index * yearSeconds;
    const deliveryDate = new Date(site.clock.now().getTime() + dueInSeconds * 1000).toISOString();
    await createSchedule(owner, { memoryId, deliveryDate, recipientIds: [to.id] });
  }
  let come = 0;
  return {
    async next(): Promise<string> {
      site.clock.advance(come === 0 ? 60 : yearSeconds);
      come += 1;
      await becomes(async () => (await linksTo(site, to)).length, come);
      // A moment after its mail was sent it is on the page as well.
      await becomes(() => countDelivered(site, to), come);
      return (await linksTo(site, to))[0] ?? '';
    },
  };
}

function countDelivered({ services: { db } }: Site, { id }: Recipient): Promise<number> {
  const { recipientId, deliveredAt } = deliveryQueue;
  return db.$count(deliveryQueue, and(eq(recipientId, id), isNotNull(deliveredAt)));
}

/** The paths that somebody's mails link to, newest first. */
async function linksTo(site: Site, { email }: Recipient): Promise<string[]> {
  const mails = await mailTo(site.services, email ?? '');
  return mails
    .filter(({ text }) => text.includes('/received/'))
    .map((mail) => `/received/${receivedTokenIn(mail)}`);
}

/** The first thing that somebody is sent, opened on this device; the actions are below it. */
async function openFirst(page: Page, site: Site, owner: Person, to: Recipient): Promise<void> {
  const { path } = await deliverLetter(site, owner, to, titles[0]);
  await page.goto(path);
  await button(page, 'Open').click();
  await see(heading(page, titles[0]));
  await see(heading(page, 'About this page'));
}

async function codeTo(site: Site, address: string): Promise<string> {
  const codes = async () =>
    (await mailTo(site.services, address)).flatMap(({ text }) => /\b\d{6}\b/.exec(text) ?? []);
  await becomes(async () => (await codes()).length > 0, true);
  return (await codes())[0] ?? '';
}

function isFocused(element: Element): boolean {
  return element === document.activeElement;
}

/** Whether something on the page has the focus, after what had it has disappeared. */
function hasFocus(page: Page): Promise<boolean> {
  return page.evaluate(() => document.activeElement !== document.body);
}
