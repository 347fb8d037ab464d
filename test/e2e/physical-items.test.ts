import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { users } from '../../server/features/accounts/profile/profile.table.ts';
import type { PhysicalItem } from '../../shared/keepsakes/physical-items.ts';
import { createPerson, createStaff, type Person } from '../factories.ts';
import { addItem, createKeeper, locket } from '../items.ts';
import { mediaFiles } from '../media.ts';
import { chooseFile } from './support/files.ts';
import { openJourneys } from './support/journey.ts';
import { expectAccessibleAndLarge } from './support/large-text.ts';
import { becomes, button, heading, see, seeGone, signIn, unsavedQuestion } from './support/steps.ts';

const journey = await openJourneys();

journey(
  'an item with a picture is added, received by staff, asked back and paid for, sent back, and its owner reads in whose hands it was',
  async ({ page, site, openDevice, console }) => {
    console.expect(/status of (404|500)/);
    const ruth = await createKeeper(site, { address: '14 Tern Lane, Cape May' });
    const agnes = await createStaff(site);
    await signIn(page, ruth, '/physical-items');
    await button(page, 'Add your first item').click();
    const form = page.getByRole('dialog', { name: 'Add an item' });
    await button(form, 'Add this item').click();
    await see(button(form, 'Description must be at least 10 characters'));
    await form.getByLabel('Title').fill(locket.title);
    await form.getByLabel('Description').fill(locket.description);
    await form.getByLabel('Category').selectOption('Jewelry');
    await form.getByText('Insure it').click();
    await form.getByLabel('Insured value').fill('$4,000');
    await see(form.getByText('$40 for $4,000', { exact: false }));
    await chooseFile(page, 'Choose', await mediaFiles.photo.jpeg());
    await button(form, 'Add this item').click();
    const card = page.getByRole('article').filter({ has: heading(page, locket.title) });
    await see(card.getByText('Awaiting arrival'));
    const picture = card.getByRole('img', { name: locket.title });
    await becomes(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth > 0), true);
    await replacePicture(page, ruth);

    const { page: desk } = await openDevice();
    await signIn(desk, agnes, '/admin/physical-items');
    const act = (name: string, fields: Record<string, string>) => actAtDesk(desk, name, fields);
    await desk.locator('[data-row]').click();
    await act('Received', { 'Where it is kept': 'Room 2, shelf 14C', 'Seal number': 'S-1041' });
    await see(card.getByText('Safely Stored'));

    await button(card, `Return: ${locket.title}`).click();
    const asking = page.getByRole('dialog', { name: /back\?$/ });
    await button(asking, 'Ask for its return').click();
    await see(asking.getByText('Please say why you want it back'));
    await asking.getByLabel('Why do you want it back?').fill('My granddaughter marries in it.');
    await button(asking, 'Cancel').click();
    await button(unsavedQuestion(page), 'Keep editing').click();
    await button(asking, 'Ask for its return').click();
    await see(card.getByText('Return Requested'));
    await see(desk.getByText('Return not paid yet'));
    await see(desk.getByText('It is not sent back before its owner has paid', { exact: false }));
    await button(card, `Pay the return: ${locket.title}`).click();
    await button(page, 'Pay $25.00').click();
    await see(page.getByText('The return is paid.', { exact: false }));
    await page.getByRole('link', { name: 'See your items' }).click();

    await see(desk.getByText('My granddaughter marries in it.'));
    await expectAccessibleAndLarge(desk, 'the physical items of the staff console');
    await act('Send back', { 'Tracking number': '1Z 999' });
    await see(card.getByText('In Transit'));
    await act('Arrived', {});
    await see(card.getByText('Returned'));
    const hands = page.getByRole('list', { name: 'Chain of custody' });
    await see(hands.getByText('Seal S-1041', { exact: false }));
    await see(hands.getByText('Tracking number 1Z 999', { exact: false }));
    await see(hands.getByText('Its journey ends here.', { exact: false }));
    await expectAccessibleAndLarge(page, 'physical items');
    const [item] = (await ruth.request({ url: '/api/physical-items' })).json<PhysicalItem[]>();
    expect(item).toMatchObject({ status: 'returned', insuranceFee: 40 });
    expect(item?.handovers.map(({ step }) => step)).toEqual(['received', 'sent_back', 'returned']);
  },
);

journey(
  'an owner asks where to send an item and how it is insured on the way; staff answer and receive it, and the question is settled',
  async ({ page, site, openDevice }) => {
    const [ruth, agnes] = [await createKeeper(site), await createStaff(site)];
    await addItem(ruth);
    await signIn(page, ruth, '/physical-items');
    await button(page, `How to send it: ${locket.title}`).click();
    const form = page.getByRole('dialog', { name: 'How to send it' });
    expect(await form.getByLabel('Description').inputValue()).toContain(locket.title);
    await button(form, 'Close').click();
    await seeGone(form);
    await button(page, `How to send it: ${locket.title}`).click();
    await form.getByLabel('Description').fill('');
    await button(form, 'Close').click();
    await button(unsavedQuestion(page), 'Keep editing').click();
    await form.getByText('Insure it on the way').click();
    await form.getByLabel('Insured value').fill('$4,000');
    await form.getByLabel('How it comes to us').fill('My niece brings it');
    await expectAccessibleAndLarge(page, 'asking how to send an item');
    await button(form, 'Ask where to send it').click();
    await see(form.getByRole('region', { name: 'Please check these' }));
    await form.getByLabel('Description').fill('A gold locket');
    await button(form, 'Ask where to send it').click();
    const requests = page.getByRole('region', { name: 'Shipping and insurance' });
    await see(requests.getByText('We will answer'));

    const { page: desk } = await openDevice();
    await signIn(desk, agnes, '/admin/storage-requests');
    await desk.locator('[data-row]').click();
    await see(desk.getByText('My niece brings it'));
    await see(desk.getByText('$4,000'));
    await button(desk, 'Say where to send it').click();
    await desk.getByLabel('Where and how').fill('Room 2, Harbor Street 9. Ask for Agnes.');
    await desk.getByLabel('Reason').fill('As asked');
    await button(desk.getByRole('dialog'), 'Say where to send it').click();
    await see(requests.getByText('You can send it'));
    await see(requests.getByText('Room 2, Harbor Street 9. Ask for Agnes.'));
    await desk.getByLabel('Status').selectOption('approved');
    await desk.locator('[data-row]').click();
    await expectAccessibleAndLarge(desk, 'the storage requests of the staff console');

    await desk.getByRole('link', { name: /^Physical items/ }).click();
    await desk.locator('[data-row]').click();
    await actAtDesk(desk, 'Received', { 'Where it is kept': 'Room 2, shelf 14C' });
    await see(requests.getByText('It has arrived'));
    await see(page.getByText('Safely Stored'));
    await expectAccessibleAndLarge(page, 'a request that is settled');
  },
);

journey(
  'without the plan nothing is asked for; what is here from an earlier plan stays to be read',
  async ({ page, site }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const counted = page.waitForResponse('**/api/user/stats');
    await signIn(page, await createPerson(site), '/physical-items');
    await see(heading(page, 'Three things, kept and handed over by name'));
    await counted;
    expect(asked).not.toContain('/api/physical-items');

    const ruth = await createKeeper(site);
    await addItem(ruth);
    const { db } = site.services;
    await db.update(users).set({ subscriptionPlan: 'free' }).where(eq(users.id, ruth.user.id));
    await signIn(page, ruth, '/physical-items');
    await see(page.getByRole('article').filter({ has: heading(page, locket.title) }));
    await see(page.getByText('You have not asked yet.', { exact: false }));
  },
);

/** A picture that another device has removed meanwhile is replaced; the first time, the new one does not arrive. */
async function replacePicture(page: Page, ruth: Person): Promise<void> {
  await button(page, `Edit: ${locket.title}`).click();
  const form = page.getByRole('dialog', { name: 'Edit item' });
  await button(form, 'Remove Picture 1').click();
  await page.mouse.click(5, 5);
  await button(unsavedQuestion(page), 'Keep editing').click();
  const read = async () => (await ruth.request({ url: '/api/physical-items' })).json<PhysicalItem[]>();
  const [item] = await read();
  const [removed] = item?.images ?? [];
  const url = `/api/physical-items/${item?.id}/images/${removed?.id}`;
  expect((await ruth.request({ method: 'DELETE', url })).statusCode).toBe(204);

  const deletions: string[] = [];
  page.on('request', (request) => request.method() === 'DELETE' && deletions.push(request.url()));
  const failure = { status: 500, body: '{"code":"internal","message":"Something went wrong on our side."}' };
  await page.route('**/images', (route) => route.fulfill(failure), { times: 1 });
  await chooseFile(page, 'Choose', await mediaFiles.photo.jpeg());
  await button(form, 'Save').click();
  await see(page.getByText('Something went wrong on our side.'));
  await button(form, 'Save').click();
  await seeGone(form);
  expect(deletions).toHaveLength(1);
  expect((await read()).map(({ images }) => images.length)).toEqual([1]);
}

/** Carries out a staff action on the open item, with these fields of the dialog. */
async function actAtDesk(desk: Page, name: string, fields: Record<string, string>): Promise<void> {
  await button(desk, name).click();
  const dialog = desk.getByRole('dialog');
  for (const [label, text] of Object.entries({ ...fields, Reason: 'As agreed' }))
    await dialog.getByLabel(label).fill(text);
  await button(dialog, name).click();
}
