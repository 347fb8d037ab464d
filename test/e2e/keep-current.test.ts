import { expect } from 'vitest';
import { lapse, leo, linkFor } from '../arrears.ts';
import { createPerson, createRecipient } from '../factories.ts';
import { mailTo } from '../mailbox.ts';
import { openJourneys } from './support/journey.ts';
import { pressOn, tabTo } from './support/keyboard.ts';
import { expectAccessibleAndLarge } from './support/large-text.ts';
import { receivedPath, scheduleLetter } from './support/scheduled-letters.ts';
import { becomes, button, heading, see, seeGone } from './support/steps.ts';

const startsAt = '2031-03-15T09:00:00Z';
const journey = await openJourneys({ startsAt });

journey(
  'the plan has lapsed, and the letter waits: Leo pays by keyboard, and it goes out',
  async ({ page, site }) => {
    const ruth = await createPerson(site, { firstName: 'Ruth', lastName: 'Alvarez' });
    const maya = await createRecipient(ruth);
    await scheduleLetter(site, ruth, maya, 'For your thirtieth');
    await lapse(site, ruth, { paidThrough: new Date('2031-01-20T09:00:00Z') });
    site.clock.advance(60);
    const { db } = site.services;
    const states = async () => (await db.execute('select status, waiting_reason from delivery_queue')).rows;
    await becomes(states, [{ status: 'waiting', waiting_reason: 'account_in_arrears' }]);

    await page.goto(`/keep-current/${await linkFor(site, ruth)}`);
    await see(heading(page, 'Two months are due on Ruth’s account'));
    await see(page.getByRole('row', { name: '20 January 2031 to 19 February 2031 $20.00' }));
    await see(page.getByRole('row', { name: 'Due $40.00' }));
    expect(await page.getByText('thirtieth').count()).toBe(0);
    await expectAccessibleAndLarge(page, 'what is due');

    await pressOn(page, button(page, 'Pay $40.00'));
    await see(page.getByText('Please enter the address for the receipt'));
    const address = page.getByRole('textbox', { name: /^Your email/ });
    await tabTo(page, address, 'Shift+Tab');
    await page.keyboard.type(leo.payerEmail);
    await tabTo(page, page.getByRole('textbox', { name: /^Your name/ }));
    await page.keyboard.type(leo.payerName);
    await page.keyboard.press('Enter');
    await see(heading(page, 'Pay Long After'));
    await pressOn(page, button(page, 'Cancel and go back'));
    await see(page.getByText('You can try again whenever you like.'));
    await tabTo(page, address);
    await page.keyboard.type(leo.payerEmail);
    await tabTo(page, page.getByRole('textbox', { name: /^Your name/ }));
    await page.keyboard.type(leo.payerName);
    await pressOn(page, button(page, 'Pay $40.00'));
    await pressOn(page, button(page, 'Pay $40.00'));
    await see(heading(page, 'It is paid. Thank you, Leo.'));
    expect(await page.getByRole('link', { name: 'sign in' }).getAttribute('href')).toBe('/auth?mode=signin');
    await seeGone(page.getByRole('row', { name: 'Due $40.00' }));
    await expectAccessibleAndLarge(page, 'what was due is paid');

    expect(await receivedPath(site, maya)).toMatch(/^\/received\//);
    await becomes(
      async () => (await mailTo(site.services, leo.payerEmail)).map(({ subject }) => subject),
      ['Your receipt for Ruth Alvarez’s account'],
    );
  },
);
