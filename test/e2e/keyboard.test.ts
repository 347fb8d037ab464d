import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Schedule } from '../../shared/schedules.ts';
import { createPerson, createRecipient, goodPassword } from '../factories.ts';
import { openJourneys } from './support/journey.ts';
import { button, heading, memoryCard, see } from './support/steps.ts';

const journey = await openJourneys({ startsAt: '2031-05-04T15:58:00Z' });

journey(
  'by keyboard alone: signing in, writing a letter and scheduling it',
  async ({ page, site }) => {
    const ruth = await createPerson(site);
    const maya = await createRecipient(ruth);
    await page.goto('/auth');
    await see(heading(page, 'Welcome Back'));
    await tabTo(page, page.getByLabel('Email'));
    await page.keyboard.type(ruth.user.email);
    await tabTo(page, page.getByLabel('Password', { exact: true }));
    await page.keyboard.type(goodPassword);
    await page.keyboard.press('Enter');
    await see(heading(page, 'Welcome back, Ruth'));

    await tabTo(page, page.getByRole('link', { name: 'Add New Memory' }));
    await page.keyboard.press('Enter');
    await see(heading(page, 'Share Memories'));
    await tabTo(
      page,
      page.getByRole('navigation', { name: 'What would you like to share?' }).getByRole('link').first(),
    );
    await page.keyboard.press('Enter');
    await see(page.getByLabel('Your letter'));
    await page.keyboard.type('For your thirtieth');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Dear Maya, sit down first.');
    await tabTo(page, button(page, 'Continue'), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await see(heading(page, 'Who is it for?'));
    await tabTo(page, page.getByLabel('For whom'));
    await page.keyboard.type('Maya');
    await tabTo(page, button(page, 'Upload'));
    await page.keyboard.press('Enter');
    await see(memoryCard(page, 'For your thirtieth').getByText('Approved'));

    await tabTo(page, page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Schedule' }));
    await page.keyboard.press('Enter');
    await see(heading(page, 'Schedule Deliveries'));
    await tabTo(page, page.getByRole('radio', { name: 'For your thirtieth' }));
    await page.keyboard.press('Space');
    await tabTo(page, page.getByRole('button', { name: /Today, Sunday, May 4, 2031/ }));
    for (const key of ['ArrowDown', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
    await tabTo(page, page.getByRole('checkbox', { name: 'Maya Alvarez' }));
    await page.keyboard.press('Space');
    await see(page.getByText(/Monday, 12 May 2031/));
    await tabTo(page, button(page, 'Schedule this delivery'));
    await page.keyboard.press('Enter');
    await see(page.getByRole('status').getByText('Delivery scheduled'));

    const [schedule] = (await ruth.request({ url: '/api/schedules' })).json<Schedule[]>();
    expect(schedule).toMatchObject({
      localDate: '2031-05-12',
      localTime: '12:00',
      recipients: [{ id: maya.id }],
    });
  },
  { sharesClock: true },
);

const stopsAtMost = 60;

/** Presses Tab until `wanted` has the focus; what cannot be reached so is a fault of the page. */
async function tabTo(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await see(wanted);
  for (let stop = 0; stop < stopsAtMost; stop++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${String(wanted)} was not reached with ${stopsAtMost} times ${key}`);
}
