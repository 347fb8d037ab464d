import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { counselorBookings } from '../../server/features/care/counseling/counselor-bookings/counselor-bookings.table.ts';
import { createPerson, createStaff } from '../factories.ts';
import { openJourneys } from './support/journey.ts';
import { expectAccessibleAndLarge } from './support/large-text.ts';
import { becomes, button, heading, see, seeGone, signIn, unsavedQuestion } from './support/steps.ts';

const journey = await openJourneys();
const meetingLink = 'https://meet.example.com/quiet-room';

journey(
  'sessions are booked and paid, one is cancelled and refunded, and one is confirmed with a link and joined the day before',
  async ({ page, site, openDevice }) => {
    const [ruth, agnes] = [await createPerson(site, { plan: 'basic' }), await createStaff(site)];
    await signIn(page, ruth, '/counselor');
    await see(heading(page, 'Counseling'));
    await button(page, 'Book and pay $75').click();
    await see(page.getByText('Session date is required'));
    // On a phone it is far above the button.
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await becomes(focused, '1Session date');
    await button(page, 'None of these times suit me').click();
    await button(page, 'Send request').click();
    const day = page.getByRole('dialog').getByLabel('Day');
    await becomes(() => day.evaluate((field) => field === document.activeElement), true);
    await button(page, 'Go Back').click();
    await seeGone(day);
    await button(page, 'None of these times suit me').click();
    await page.getByLabel('What it is about').fill('My brother, who died in May');
    await page.keyboard.press('Escape');
    await button(unsavedQuestion(page), 'Close without saving').click();
    await seeGone(day);
    await expectAccessibleAndLarge(page, 'counseling');

    const book = async (day: string, time: string) => {
      await page.getByRole('button', { name: 'Next' }).first().click();
      await page
        .getByRole('button', { name: new RegExp(` ${day} `) })
        .first()
        .click();
      await see(page.getByText('Choose a time.', { exact: true }));
      await page.getByText(time, { exact: true }).click();
      await button(page, 'Book and pay $75').click();
      // The list that is being left also has a button to pay.
      await page.waitForURL('**/sandbox-payment/*');
      await button(page, /^Pay/).click();
      await see(page.getByText('Your session is paid.', { exact: false }));
      await page.getByRole('link', { name: 'See your sessions' }).click();
    };
    await book('10', '14:00');
    await book('11', '15:00');
    await see(page.getByText('Pending').first());

    const desk = await openDevice();
    await signIn(desk.page, agnes, '/admin/counseling');
    await desk.page.locator('[data-row]').first().click();
    await expectAccessibleAndLarge(desk.page, 'the sessions of the staff console');
    await button(desk.page, 'Confirm').click();
    await desk.page.getByLabel('Meeting link').fill(meetingLink);
    await desk.page.getByLabel('Reason').fill('Dr. Ellis is free');
    await button(desk.page, 'Confirm this session').click();
    await see(page.getByText('Confirmed'));

    await page
      .getByRole('button', { name: /^Cancel the session/ })
      .last()
      .click();
    await button(page, 'Cancel session').click();
    await see(page.getByText('With a refund of $75.').first());
    const join = (of: Page) => of.getByRole('link', { name: 'Join Session' });
    expect(await join(page).count()).toBe(0);

    // The day before: both sessions of a browser have ended long ago.
    const [session] = await site.services.db
      .select()
      .from(counselorBookings)
      .where(eq(counselorBookings.status, 'confirmed'));
    if (!session) throw new Error('No session is confirmed');
    await page.close();
    await desk.page.close();
    site.clock.set(new Date(session.startsAt.getTime() - 23 * 3_600_000));
    const later = await openDevice();
    await signIn(later.page, ruth, '/counselor');
    await see(join(later.page));
    expect(await join(later.page).getAttribute('href')).toBe(meetingLink);
    expect(await join(later.page).count()).toBe(1);
  },
);
