import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { drafts } from '../../server/features/memories/memories/drafts/drafts.table.ts';
import type { GiftOrder } from '../../shared/store/gift-orders.ts';
import { eventually } from '../app.ts';
import { createLetter, createPerson, createRecipient, type Person } from '../factories.ts';
import { mailTo } from '../mailbox.ts';
import { draftKeysIn, isWithServer } from './support/drafts.ts';
import { openJourneys } from './support/journey.ts';
import { pressOn, tabTo } from './support/keyboard.ts';
import { expectAccessibleAndLarge } from './support/large-text.ts';
import { becomes, button, fillSignIn, heading, leap, see, seeGone, signIn } from './support/steps.ts';

const journey = await openJourneys();

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Enhance Your Legacy' });
const summary = (page: Page) => page.getByRole('region', { name: 'Order summary' });
const orders = (page: Page) => page.getByRole('region', { name: 'Your orders' }).getByRole('article');
const openGifts = (page: Page) => page.getByRole('button', { name: /^Add Gifts/ });
const ordersOf = async (person: Person) =>
  (await person.request({ url: '/api/gift-orders' })).json<GiftOrder[]>();

journey('gifts chosen on the dashboard are ordered in the store and paid', async ({ page, site }) => {
  const ruth = await createPerson(site);
  const letter = await createLetter(ruth, { title: 'For your thirtieth' });
  await createRecipient(ruth, { mailingAddress: '1 Quay Street\nPort Haven' });
  await signIn(page, ruth);
  await openGifts(page).click();
  await see(heading(dialog(page), 'Choose Your Memorial Gifts'));
  await see(dialog(page).getByText('Select from our collection of meaningful gifts and digital frames'));
  const toOrder = button(dialog(page), 'Add to Order');
  expect(await toOrder.isDisabled()).toBe(true);
  await button(page, 'Add to Order: Premium Digital Frame').click();
  await button(page, 'Add to Order: Fresh Flowers').click();
  await button(page, 'Add to Order: Memorial Balloons').click();
  await see(dialog(page).getByText('3 Items Selected'));
  await see(dialog(page).getByText('Total: $383'));
  await button(page, 'Selected: Memorial Balloons').click();
  await see(dialog(page).getByText('Total: $338'));
  await toOrder.click();

  await see(heading(page, 'Legacy Store'));
  await seeGone(dialog(page));
  expect(new URL(page.url()).search).toBe('?gifts=premium_frame,flowers');
  await see(summary(page).getByText('$338', { exact: true }));
  await see(page.getByText('Free shipping over $100'));
  await see(page.getByText('1-year warranty'));
  await page.getByLabel('From your address book').selectOption('Maya Alvarez');
  expect(await page.getByLabel('Delivery address').inputValue()).toBe('1 Quay Street\nPort Haven');
  await page.getByLabel('Day of delivery').fill('2099-05-04');
  await page.getByLabel('Goes with a memory').selectOption('For your thirtieth');
  await see(summary(page).getByText('“For your thirtieth” in the frame.'));
  await button(page, 'Order and pay').click();

  await button(page, 'Pay $338.00').click();
  await see(heading(page, 'Payment Successful!'));
  await page.getByRole('link', { name: 'See your order' }).click();
  await see(orders(page).getByText('Paid', { exact: true }));
  await see(orders(page).getByText('For Maya Alvarez, on 4 May 2099'));
  expect(await ordersOf(ruth)).toMatchObject([
    { status: 'paid', totalAmount: 338, recipientName: 'Maya Alvarez', memoryId: letter.id },
  ]);
  const receipt = await eventually(
    async () => (await mailTo(site.services, ruth.user.email)).find(({ text }) => text.includes('$338.00')),
    'the receipt',
  );
  expect(receipt.text).toContain('Premium Digital Frame and Fresh Flowers, for Maya Alvarez');
});

journey('a payment given up leaves an order that is paid later or cancelled', async ({ page, site }) => {
  const ruth = await createPerson(site);
  await signIn(page, ruth, '/store?gifts=balloons,nothing-we-sell');
  await see(summary(page).getByText('Memorial Balloons'));
  await fillOrder(page);
  await button(page, 'Order and pay').click();
  await button(page, 'Cancel and go back').click();
  await see(page.getByText('Your payment was cancelled. You can try again anytime.'));
  await page.waitForURL('**/store');
  await see(summary(page).getByText('What you choose appears here.'));
  await see(orders(page).getByText('Waiting for payment'));

  await button(page, 'Pay now: Memorial Balloons').click();
  await button(page, 'Pay $45.00').click();
  await see(heading(page, 'Payment Successful!'));
  await page.goto('/store?gifts=yard_signs');
  await see(orders(page).getByText('Paid', { exact: true }));
  expect(await page.getByRole('button', { name: /^Pay now/ }).count()).toBe(0);

  await fillOrder(page);
  await button(page, 'Order and pay').click();
  await see(heading(page, 'Pay Long After'));
  await page.goto('/store');
  await button(page, 'Cancel order: Yard Signs').click();
  const question = page.getByRole('alertdialog', { name: 'Cancel this order?' });
  await button(question, 'Cancel order').click();
  await see(page.getByRole('status').getByText('Order cancelled'));
  await see(orders(page).getByText('Cancelled'));
  await becomes(async () => (await ordersOf(ruth)).map(({ status }) => status), ['cancelled', 'paid']);

  await button(page, 'Cancel order: Memorial Balloons').click();
  await see(question.getByText('The $45 that you paid will be refunded.'));
  await button(question, 'Cancel order').click();
  await see(orders(page).getByText('With a refund of your payment'));
  // The button that was pressed is gone.
  await becomes(() => page.evaluate(() => document.activeElement === document.body), false);
  await becomes(async () => (await ordersOf(ruth)).map(({ status }) => status), ['cancelled', 'cancelled']);
});

journey(
  'an order that is half typed survives a reload and an idle sign-out, and is done with when it is placed',
  async ({ page, site, console }) => {
    // Both sides count the same minutes: the server's session is over when the page signs out.
    console.allow(/401.*\/api\/auth\/sign-out/);
    const ruth = await createPerson(site);
    const letter = await createLetter(ruth, { title: 'For your thirtieth' });
    await signIn(page, ruth, '/store?gifts=balloons');
    await fillOrder(page);
    await becomes(async () => (await draftKeysIn(page)).length, 1);
    await page.getByLabel('Goes with a memory').selectOption('For your thirtieth');
    await page.reload();
    await see(page.getByText('What you were writing is back.'));
    const order = {
      recipientName: 'Maya Alvarez',
      deliveryAddress: '1 Quay Street',
      deliveryDate: '2099-05-04',
      specialInstructions: '',
      memoryId: letter.id,
    };
    expect(await orderOn(page)).toEqual(order);
    await page.getByLabel('Special instructions').fill('Ring twice.');
    await page.clock.runFor(4000);
    await becomes(() => isWithServer(page), true);
    // The server is told of this five minutes later, and before its clock leaps again.
    await page.getByLabel('Special instructions').press('End');
    const told = page.waitForResponse((one) => one.url().endsWith('/api/auth/keep-alive'));
    await leap(site, page, 6);
    expect((await told).status()).toBe(204);
    await leap(site, page, 12);
    await leap(site, page, 2);
    await see(page.getByText(`after 20 minutes without activity. What you were writing is kept.`));
    await becomes(() => draftKeysIn(page), []);
    await page.goto('/auth');
    await fillSignIn(page, ruth.user.email);
    await see(heading(page, 'Welcome back, Ruth'));

    await page.goto('/store?gifts=balloons');
    await see(page.getByText('What you were writing is back.'));
    expect(await orderOn(page)).toEqual({ ...order, specialInstructions: 'Ring twice.' });
    await button(page, 'Order and pay').click();
    await button(page, 'Pay $45.00').click();
    await see(heading(page, 'Payment Successful!'));
    expect(await draftKeysIn(page)).toEqual([]);
    await becomes(() => site.services.db.$count(drafts), 0);
    const asked = page.waitForResponse((response) => response.url().endsWith('/api/drafts'));
    await page.goto('/store?gifts=balloons');
    await see(orders(page).getByText('Paid', { exact: true }));
    expect(await (await asked).json()).toEqual([]);
    expect((await orderOn(page)).recipientName).toBe('');
  },
  { sharesClock: true },
);

journey(
  'what is missing is said before anything is ordered, and the choice can be changed',
  async ({ page, site }) => {
    const ruth = await createPerson(site);
    await createRecipient(ruth);
    await signIn(page, ruth, '/store');
    expect(await button(page, 'Order and pay').isDisabled()).toBe(true);
    await button(page, 'Add to Order: Yard Signs').click();
    await button(page, 'Add to Order: Memorial Bands').click();
    await button(summary(page), 'Remove Yard Signs').click();
    await see(summary(page).getByText('$299').first());
    await page.reload();
    await see(button(page, 'Selected: Memorial Bands'));
    await button(page, 'Order and pay').click();
    const missing = page.getByRole('region', { name: 'Please check these' });
    for (const message of [
      'Please say who it is for',
      'Please give the address it should be brought to',
      'Please choose the day of delivery',
    ])
      await see(button(missing, message));
    await page.getByLabel('From your address book').selectOption('Maya Alvarez');
    await see(page.getByText('There is no mailing address for Maya yet. Please write it below.'));
    await page.getByLabel('Day of delivery').fill('2001-05-04');
    await button(page, 'Order and pay').click();
    await see(button(missing, 'Please choose a day from tomorrow on'));
    expect(await ordersOf(ruth)).toEqual([]);
  },
);

journey('by keyboard alone: choosing gifts, ordering and paying them', async ({ page, site }) => {
  const ruth = await createPerson(site);
  await signIn(page, ruth);
  await pressOn(page, openGifts(page));
  await see(dialog(page));
  await page.keyboard.press('Escape');
  await seeGone(dialog(page));
  await becomes(() => openGifts(page).evaluate((tile) => tile === document.activeElement), true);
  await page.keyboard.press('Enter');
  await pressOn(page, button(page, 'Add to Order: Fresh Flowers'));
  await pressOn(page, button(dialog(page), 'Add to Order'));
  await see(heading(page, 'Legacy Store'));
  await tabTo(page, page.getByLabel('Who it is for'));
  await page.keyboard.type('Maya Alvarez');
  await page.keyboard.press('Tab');
  await page.keyboard.type('1 Quay Street');
  await page.keyboard.press('Tab');
  await page.keyboard.type('05042099');
  expect(await page.getByLabel('Day of delivery').inputValue()).toBe('2099-05-04');
  await pressOn(page, button(page, 'Order and pay'));
  await pressOn(page, button(page, 'Pay $89.00'));
  await see(heading(page, 'Payment Successful!'));
  await pressOn(page, page.getByRole('link', { name: 'See your order' }));
  await see(orders(page).getByText('Paid', { exact: true }));
});

journey('axe: the gift dialog', async ({ page, site }) => {
  await signIn(page, await createPerson(site));
  await openGifts(page).click();
  await button(page, 'Add to Order: Premium Digital Frame').click();
  await expectAccessibleAndLarge(page, 'gift dialog');
});

journey('axe: the store', async ({ page, site }) => {
  const ruth = await createPerson(site);
  await createLetter(ruth);
  await createRecipient(ruth);
  await signIn(page, ruth, '/store?gifts=balloons');
  await fillOrder(page);
  await button(page, 'Order and pay').click();
  await button(page, 'Cancel and go back').click();
  await see(orders(page).getByText('Waiting for payment'));
  await expectAccessibleAndLarge(page, 'store with an order');
  const drafts = Promise.withResolvers<void>();
  await page.route('**/api/drafts', (route) => drafts.promise.then(() => route.continue()));
  const answered = page.waitForResponse('**/api/drafts');
  await button(page, 'Add to Order: Premium Digital Frame').click();
  await button(page, 'Order and pay').click();
  const faults = page.getByRole('region', { name: 'Please check these' });
  await see(faults);
  // Only now is it known that there is no draft, and that does not remove any message.
  drafts.resolve();
  await answered;
  await expectAccessibleAndLarge(page, 'store with errors');
  await see(faults);
});

async function orderOn(page: Page) {
  const memory = page.getByLabel('Goes with a memory');
  return {
    recipientName: await page.getByLabel('Who it is for').inputValue(),
    deliveryAddress: await page.getByLabel('Delivery address').inputValue(),
    deliveryDate: await page.getByLabel('Day of delivery').inputValue(),
    specialInstructions: await page.getByLabel('Special instructions').inputValue(),
    memoryId: await memory.inputValue(),
  };
}

async function fillOrder(page: Page): Promise<void> {
  await page.getByLabel('Who it is for').fill('Maya Alvarez');
  await page.getByLabel('Delivery address').fill('1 Quay Street');
  await page.getByLabel('Day of delivery').fill('2099-05-04');
}
