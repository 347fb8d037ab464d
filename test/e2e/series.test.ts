import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Schedule } from '../../shared/delivery/schedules.ts';
import type { Series } from '../../shared/delivery/series.ts';
import {
  createApprovedLetter,
  createPerson,
  createRecipient,
  createSchedule,
  type Person,
} from '../factories.ts';
import { openJourneys } from './support/journey.ts';
import { pressOn, tabTo } from './support/keyboard.ts';
import { expectAccessibleAndLarge } from './support/large-text.ts';
import { untilApproved } from './support/scheduled-letters.ts';
import { becomes, button, heading, see, signIn } from './support/steps.ts';

const journey = await openJourneys({ startsAt: '2026-10-12T15:00:00Z' });
const phone = { width: 390, height: 844 };

/** What is scheduled as a series, by year; null if there is no memory. */
async function scheduledYears(person: Person): Promise<Record<number, string | null> | null> {
  const [series] = (await person.request({ url: '/api/series' })).json<Series[]>();
  return series
    ? Object.fromEntries(series.years.map(({ year, memory }) => [year, memory?.title ?? null]))
    : null;
}

async function ruthAndMaya(site: Parameters<typeof createPerson>[0]) {
  const ruth = await createPerson(site);
  const maya = await createRecipient(ruth, { birthday: '2001-05-04' });
  const leave = (title: string) =>
    createApprovedLetter(ruth, { title, recipient: 'Maya Alvarez', recipientId: maya.id });
  return { ruth, maya, leave };
}

function chooseForYear(page: Page, title: string, year: number) {
  const dialog = page.getByRole('dialog', { name: `Something for ${year}` });
  return dialog
    .getByRole('radio', { name: title })
    .check()
    .then(() => button(dialog, `Put it in ${year}`).click());
}

journey(
  'every birthday in one press from the page of a person, with a year that stays empty; each change can be undone',
  async ({ page, site }) => {
    const { ruth, maya, leave } = await ruthAndMaya(site);
    await leave('The truck');
    site.clock.advance(60);
    await leave('The tune');
    const thirty = await createApprovedLetter(ruth, { title: 'For your thirtieth' });
    await createSchedule(ruth, {
      memoryId: thirty.id,
      deliveryDate: '2031-05-04T16:00:00.000Z',
      deliveryType: 'scheduled',
      timezone: 'America/New_York',
      recipientIds: [maya.id],
    });
    await signIn(page, ruth, `/recipients/${maya.id}`);
    await page.getByRole('link', { name: 'Something for every birthday' }).click();
    await see(page.getByText(/^Maya will get an email on 4\sMay\s2027, 2028, and 2031, at 12:00 Eastern\./));
    await see(page.getByText('“For your thirtieth” is scheduled already and stays as it is.'));
    await button(page, 'Change 2028').click();
    await button(page, 'Leave 2028 empty').click();
    await button(page, 'Choose one for 2030').click();
    await expectAccessibleAndLarge(page, 'the choice for one year');
    await chooseForYear(page, 'The tune', 2030);
    await see(page.getByText(/2027, 2030, and 2031, at 12:00 Eastern\. In 2028 and 2029 nothing comes\./));
    await expectAccessibleAndLarge(page, 'something for every year');
    await button(page, 'Schedule two more years').click();
    await see(heading(page, 'Every 4 May, for Maya'));
    const planned = {
      ...{ 2027: 'The truck', 2028: null, 2029: null, 2030: 'The tune', 2031: 'For your thirtieth' },
    };
    expect(await scheduledYears(ruth)).toEqual(planned);
    await see(page.getByText('Three years, 2027, 2030, and 2031'));
    await expectAccessibleAndLarge(page, 'what comes every year');

    await button(page, 'Choose one for 2028').click();
    await chooseForYear(page, 'The tune', 2028);
    await see(page.getByText('“The tune” goes in 2028'));
    expect(await scheduledYears(ruth)).toEqual({ ...planned, 2028: 'The tune' });
    await button(page, 'Undo').click();
    await see(page.getByText('2028 is as it was'));
    expect(await scheduledYears(ruth)).toEqual(planned);

    await button(page, 'Write one for 2028').click();
    await page.waitForURL(/\/upload/);
    const { id: written } = await leave('The pond');
    await page.goto(`/schedule?memory=${written}&for=${maya.id}`);
    await see(page.getByText('You were writing this for 2028, for Maya.'));
    await page.getByRole('link', { name: 'Put it in 2028' }).click();
    await button(page.getByRole('dialog', { name: 'Something for 2028' }), 'Put it in 2028').click();
    await see(page.getByText('“The pond” goes in 2028'));
    expect(await scheduledYears(ruth)).toEqual({ ...planned, 2028: 'The pond' });
    await button(page, 'Undo').click();
    await see(page.getByText('2028 is as it was'));

    const { firstName, lastName, relationship, email } = maya;
    const corrected = { firstName, lastName, relationship, email, birthday: '2001-05-06' };
    await ruth.request({ method: 'PUT', url: `/api/recipients/${maya.id}`, payload: corrected });
    await page.goto(`/recipients/${maya.id}`);
    await see(page.getByText(/^Maya’s birthday is 6\sMay now\./));
    await page.goBack();
    await button(page, 'Move them').click();
    await see(heading(page, 'Every 6 May, for Maya'));
    await button(page, 'Undo').click();
    await see(heading(page, 'Every 4 May, for Maya'));
    await see(button(page, 'Move them'));
    expect(await scheduledYears(ruth)).toEqual(planned);
    await button(page, 'Leave them').click();

    await button(page, 'Stop the rest').click();
    await button(page.getByRole('alertdialog'), 'Stop the rest').click();
    await see(page.getByText('The rest is stopped'));
    expect(await scheduledYears(ruth)).toBeNull();
    await button(page, 'Undo').click();
    await see(page.getByText('It is scheduled again'));
    expect(await scheduledYears(ruth)).toEqual(planned);
  },
  { sharesClock: true },
);

journey(
  'a phone asks one question a step, by keyboard too, and names the year that the plan has no room for',
  async ({ page, site, console }) => {
    const { ruth, maya, leave } = await ruthAndMaya(site);
    const letter = await leave('From the porch');
    for (const day of ['01', '02', '03', '04', '05']) {
      await createSchedule(ruth, {
        memoryId: letter.id,
        deliveryDate: `2028-07-${day}T16:00:00.000Z`,
        deliveryType: 'scheduled',
        recipientIds: [maya.id],
      });
    }
    await signIn(page, ruth, '/schedule?every=year');
    const goOn = () => pressOn(page, button(page, 'Continue'));

    await see(heading(page, 'For whom?'));
    await goOn();
    await see(page.getByRole('alert').getByText('Please choose who it is for'));
    await tabTo(page, page.getByRole('radio', { name: 'Maya Alvarez' }));
    await page.keyboard.press('Space');
    await goOn();
    await expectFocus(page, 'When, for Maya?');
    await tabTo(page, page.getByLabel('Until'));
    await page.keyboard.type('2029');
    await see(page.getByText('Three years, 2027 to 2029.'));
    await goOn();
    await expectFocus(page, 'What, in each year?');
    await tabTo(page, page.getByRole('radio', { name: 'Something for each year' }));
    await page.keyboard.press('ArrowRight');
    await see(page.getByRole('dialog', { name: 'The same every year' }));
    await tabTo(page, page.getByRole('radio', { name: 'From the porch' }));
    await page.keyboard.press('Space');
    await pressOn(page, button(page, 'Use it every year'));
    await expectAccessibleAndLarge(page, 'what goes in each year');
    await page.setViewportSize(phone);
    await goOn();
    await expectFocus(page, 'Is this right?');
    await see(
      page.getByText(/^Maya will get the same letter, “From the porch”, every 4\sMay from 2027 to 2029/),
    );
    console.expect(/402/);
    await pressOn(page, button(page, 'Schedule three years'));
    await see(
      page.getByRole('alert').filter({ hasText: '2028' }).getByRole('link', { name: 'See the plans' }),
    );
    expect(await scheduledYears(ruth)).toBeNull();

    await pressOn(page, button(page, 'Back'));
    await pressOn(page, button(page, 'Change 2028'));
    await pressOn(page, button(page, 'Leave 2028 empty'));
    await goOn();
    await pressOn(page, button(page, 'Schedule two years'));
    await see(heading(page, 'Every 4 May, for Maya'));
    expect(await scheduledYears(ruth)).toEqual({
      2027: 'From the porch',
      2028: null,
      2029: 'From the porch',
    });
  },
  { sharesClock: true, viewport: phone, hasTouch: true },
);

journey(
  'the choice of every year keeps the focus, and what is written for a year comes back to it',
  async ({ page, site }) => {
    const { ruth, maya, leave } = await ruthAndMaya(site);
    await leave('The truck');
    await signIn(page, ruth, '/schedule');
    await tabTo(page, page.getByRole('radio', { name: 'On a date' }));
    await page.keyboard.press('ArrowRight');
    await see(page.getByText('One person, one day of the year, as many years as you like.'));
    const everyYear = page.getByRole('radio', { name: 'Every year' });
    await expect.poll(() => everyYear.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.getByLabel('For whom', { exact: true }).selectOption({ label: 'Maya' });
    await pressOn(page, button(page, 'Write one for 2029'));
    await page.getByLabel('Title').fill('Twenty-eight');
    await page.getByLabel('Your letter').fill('You are twenty-eight.');
    await button(page, 'Continue').first().click();
    await button(page, 'Upload').click();
    await untilApproved(ruth);
    await page.getByRole('link', { name: 'Choose its day' }).click();
    await page.getByRole('link', { name: 'Put it in 2029' }).click();
    await see(page.getByText(/^Maya will get an email on 4\sMay\s2029, at 12:00 Eastern\./));
    await button(page, 'Schedule one year').click();
    await see(heading(page, 'Every 4 May, for Maya'));
    await becomes(
      async () =>
        (await ruth.request({ url: '/api/schedules' }))
          .json<Schedule[]>()
          .map(({ memoryTitle, localDate, recipients }) => [memoryTitle, localDate, recipients[0]?.id]),
      [['Twenty-eight', '2029-05-04', maya.id]],
    );
  },
  { sharesClock: true },
);

journey(
  'what a link preselects is no draft until something is chosen, and what is begun for one person stays beside another’s',
  async ({ page, site }) => {
    const { ruth, maya, leave } = await ruthAndMaya(site);
    await leave('The truck');
    const leo = await createRecipient(ruth, { firstName: 'Leo', birthday: '2004-09-01' });
    const drafts = async () => (await ruth.request({ url: '/api/drafts' })).json<{ kind: string }[]>();
    const forMaya = page.getByText(/^Maya will get an email on 4\sMay\s2027, at 12:00 Eastern\./);
    await signIn(page, ruth, `/recipients/${maya.id}`);
    await page.getByRole('link', { name: 'Something for every birthday' }).click();
    await see(forMaya);
    await page.reload();
    await see(forMaya);
    await page.goBack();
    await see(page.getByRole('link', { name: 'Something for every birthday' }));
    expect(await drafts()).toEqual([]);

    await page.goForward();
    await see(forMaya);
    await page.getByLabel('Until').selectOption({ index: 1 });
    await becomes(async () => (await drafts()).length, 1);
    await page.goto(`/recipients/${leo.id}`);
    await page.getByRole('link', { name: 'Something for every birthday' }).click();
    await page.getByLabel('Until').selectOption({ index: 1 });
    await becomes(async () => (await drafts()).length, 2);
    await page.goto('/schedule');
    await see(page.getByText('You have begun something for every year, for Leo.'));
    const begunForMaya = page.getByText('You have begun something for every year, for Maya.');
    await page.getByRole('status').filter({ has: begunForMaya }).getByRole('link').click();
    await see(page.getByText('What you had chosen is back.'));
    await see(forMaya);
  },
  { sharesClock: true },
);

async function expectFocus(page: Page, name: string): Promise<void> {
  const wanted = heading(page, name);
  await see(wanted);
  await expect.poll(() => wanted.evaluate((element) => element === document.activeElement)).toBe(true);
}
