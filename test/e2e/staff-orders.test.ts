import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { outboxMails } from '../../server/features/outbox/messages/mails/mails.table.ts';
import type { GiftOrder, PlacedGiftOrder } from '../../shared/store/gift-orders.ts';
import { paymentAt, press } from '../checkout.ts';
import { createPerson, createStaff } from '../factories.ts';
import { openJourneys } from './support/journey.ts';
import { expectAccessibleAndLarge } from './support/large-text.ts';
import { button, heading, see, signIn } from './support/steps.ts';

const journey = await openJourneys();

journey(
  'a gift is ordered and paid in the store, prepared, sent with a tracking number and delivered by staff, and its owner sees each step; staff cancel another order, and its payment has gone back by itself; and they look up a mail that failed',
  async ({ page, site, openDevice }) => {
    const [ruth, agnes] = [await createPerson(site), await createStaff(site)];
    const order = { gifts: ['flowers'], deliveryAddress: '1 Quay Street', deliveryDate: '2099-05-04' };
    const payload = { ...order, recipientName: 'Leo' };
    const answer = await ruth.request({ method: 'POST', url: '/api/gift-orders', payload });
    await press(site, await paymentAt(site, answer.json<PlacedGiftOrder>().checkoutUrl), 'pay');

    const { page: home } = await openDevice();
    await signIn(home, ruth, '/store?gifts=flowers');
    await home.getByLabel('Who it is for').fill('Maya');
    await home.getByLabel('Delivery address').fill('1 Quay Street');
    await home.getByLabel('Day of delivery').fill('2099-05-04');
    await see(home.getByText('Maya gets this on Monday, 4 May 2099. You pay $89 once, and nothing more.'));
    await button(home, 'Order and pay').click();
    await button(home, 'Pay $89.00').click();
    await home.getByRole('link', { name: 'See your order' }).click();
    const own = home.getByRole('article').filter({ hasText: 'For Maya' });
    await see(own.getByText('Paid', { exact: true }));

    await signIn(page, agnes, '/admin/gift-orders');
    await see(heading(page, 'Gift orders'));
    const maya = page.getByRole('button', { name: /^Maya/ });
    await maya.click();
    await see(page.getByText('1 Quay Street', { exact: false }));
    await expectAccessibleAndLarge(page, 'the gift orders of the staff console');
    await see(page.getByText(/^For .*2099$/));
    await page.getByLabel('Choose Maya').check({ force: true });
    await button(page, 'Begin 1').click();
    await page.getByLabel('Reason').fill('The florist has it');
    await button(page.getByRole('dialog'), 'Begin 1').click();
    await see(page.getByRole('status').getByText('1 order begun.'));
    await button(page, 'Sent').click();
    await page.getByLabel('Tracking number').fill('1Z 999');
    await page.getByLabel('Reason').fill('Handed to the carrier');
    await button(page, 'Mark it as sent').click();
    await see(maya.getByText('On its way'));
    await see(own.getByText('On its way'));
    await see(own.getByText('Tracking number 1Z 999'));
    await button(page, 'Arrived').click();
    await page.getByLabel('Reason').fill('The carrier says so');
    await button(page, 'Mark it as arrived').click();
    await see(own.getByText('Delivered', { exact: true }));
    await see(own.getByText('Delivered on', { exact: false }));
    expect((await ruth.request({ url: '/api/gift-orders' })).json<GiftOrder[]>()).toContainEqual(
      expect.objectContaining({ recipientName: 'Maya', status: 'delivered', trackingNumber: '1Z 999' }),
    );

    await page.getByRole('button', { name: /^Leo/ }).click();
    await button(page, 'Cancel the order').click();
    await page.getByLabel('Reason').fill('The florist is on holiday');
    await button(page, 'Cancel this order').click();
    await page.getByRole('link', { name: /^Payments to refund/ }).click();
    await page.getByLabel('Show').selectOption('given-back');
    await page.getByRole('button', { name: /^\$89\.00/ }).click();
    await see(page.getByText('by a rule', { exact: false }));
    await expectAccessibleAndLarge(page, 'the payments to refund');

    await site.services.db
      .update(outboxMails)
      .set({ sentAt: null, failedAt: site.clock.now(), lastAnswer: '550 5.1.1 no such mailbox' })
      .where(eq(outboxMails.userId, ruth.user.id));
    await page.getByRole('link', { name: /^Mail log/ }).click();
    await page.getByLabel('State').selectOption('failed');
    await page.getByRole('button', { name: /^Confirm the address/ }).click();
    await expectAccessibleAndLarge(page, 'the mail log');
    await button(page, 'Show the address').click();
    await page.getByLabel('Reason').fill('She called');
    await page.getByRole('dialog').getByRole('button', { name: 'Show the address' }).click();
    await see(page.getByText(ruth.user.email).first());
    const setAside = /^Set \d+ aside$/;
    await page.getByLabel('Choose all on this page').check({ force: true });
    await page.getByRole('button', { name: setAside }).click();
    await page.getByLabel('Reason').fill('The address is wrong');
    await page.getByRole('dialog').getByRole('button', { name: setAside }).click();
    await see(page.getByRole('status').getByText('set aside.', { exact: false }));
  },
);
