import { expect } from 'vitest';
import {
  createLetter,
  createPerson,
  createPhoto,
  createRecipient,
  createSchedule,
  type Person,
} from '../factories.ts';
import { mediaFiles } from '../media.ts';
import { chooseFile } from './support/files.ts';
import { openJourneys } from './support/journey.ts';
import { expectAccessibleAndLarge } from './support/large-text.ts';
import { deliverLetter, scheduleLetter, untilApproved } from './support/scheduled-letters.ts';
import type { Site } from './support/site.ts';
import { button, heading, see, signIn } from './support/steps.ts';

const journey = await openJourneys();
const narrow = { viewport: { width: 320, height: 640 } };

journey('axe: signing in and signing up', async ({ page }) => {
  await page.goto('/auth?mode=signin');
  await see(heading(page, 'Welcome Back'));
  await button(page, 'Sign In').click();
  await see(page.getByText('Password is required').first());
  await expectAccessibleAndLarge(page, 'sign-in with errors');
  await page.goto('/auth?mode=signup');
  await see(heading(page, 'Create Your Account'));
  await see(page.getByText('Password must be at least 8 characters'));
  await expectAccessibleAndLarge(page, 'sign-up');
});

journey('axe: the screens of somebody new', async ({ page, site, console }) => {
  console.expect(/404/);
  await signIn(page, await createPerson(site));
  await see(heading(page, 'No memories yet'));
  await see(page.getByText('No upcoming deliveries'));
  await expectAccessibleAndLarge(page, 'empty dashboard');
  await page.goto('/recipients');
  await see(heading(page, 'No recipients yet'));
  expect(await button(page, 'Refresh').count()).toBe(0);
  await expectAccessibleAndLarge(page, 'recipients without anybody');
  await button(page, 'Add your first recipient').click();
  await see(page.getByRole('dialog', { name: 'Add Recipient' }));
  await expectAccessibleAndLarge(page, 'recipient dialog');
  await page.goto('/schedule');
  await see(heading(page, 'Nothing to deliver yet'));
  await expectAccessibleAndLarge(page, 'schedule without anything');
  await page.goto('/rehearsal');
  await see(heading(page, 'Nothing waits for anybody yet'));
  await expectAccessibleAndLarge(page, 'rehearsal without anything');
  await page.goto('/a-page-that-is-not-there');
  await see(heading(page, '404 Page Not Found'));
  await expectAccessibleAndLarge(page, '404');
});

journey('axe: uploading each kind', async ({ page, site }) => {
  await signIn(page, await createPerson(site), '/upload');
  await see(heading(page, 'Share Memories'));
  await expectAccessibleAndLarge(page, 'choice of kinds');
  await page.goto('/upload?type=letter');
  await page.getByLabel('Your letter').fill('Dear Maya, sit down first.');
  await expectAccessibleAndLarge(page, 'writing a letter');
  await button(page, 'Continue').first().click();
  await button(page, 'Upload').click();
  await see(page.getByText('Please give it a title'));
  await expectAccessibleAndLarge(page, 'details of a letter with errors');
  for (const [type, name] of [
    ['video', 'Choose a video'],
    ['audio', 'Choose a recording'],
    ['photo', 'Choose photos'],
  ] as const) {
    await page.goto(`/upload?type=${type}`);
    await see(button(page, name));
    await expectAccessibleAndLarge(page, `choosing a ${type}`);
  }
  await chooseFile(page, 'Choose photos', await mediaFiles.photo.jpeg());
  await see(heading(page, 'Who is it for?'));
  await expectAccessibleAndLarge(page, 'details of a photo');
});

journey(
  // Starts with little room, where most of a page is not laid out until it comes into view.
  'axe: the screens of somebody who has left much',
  async ({ page, site }) => {
    const ruth = await createPerson(site, { plan: 'premium' });
    await leaveMuch(site, ruth);
    await signIn(page, ruth);
    await see(heading(page, 'The garden'));
    await see(page.getByRole('list', { name: 'Upcoming Deliveries' }));
    await expectAccessibleAndLarge(page, 'full dashboard');
    await page.goto('/recipients');
    await see(heading(page, 'Ana Alvarez'));
    await expectAccessibleAndLarge(page, 'recipients');
    await page.getByRole('link', { name: 'Look through all addresses' }).click();
    await see(button(page, 'Change: Ana Alvarez').or(button(page, 'Add an address: Ana Alvarez')));
    await expectAccessibleAndLarge(page, 'the addresses');
    await button(page, 'All still right').click();
    await see(page.getByText('That is everybody. We ask again in a year.'));
    await page.goto('/schedule');
    await page.getByRole('radio', { name: 'The garden' }).check();
    await page.getByRole('checkbox', { name: 'Ana Alvarez' }).check();
    await see(page.getByRole('list', { name: 'Upcoming Deliveries' }));
    await expectAccessibleAndLarge(page, 'schedule');
    await page.goto('/rehearsal');
    await see(page.getByRole('list', { name: 'What would follow' }));
    await expectAccessibleAndLarge(page, 'rehearsal');
    await page.goto('/schedule');
    await page.getByRole('radio', { name: 'The garden' }).check();
    await page.getByRole('checkbox', { name: 'Ana Alvarez' }).check();
    await page.getByRole('link', { name: 'See it as Ana will' }).click();
    await see(heading(page, 'As Ana will see it'));
    await button(page, 'Not now').click();
    await see(heading(page, 'It will wait for you.'));
    await expectAccessibleAndLarge(page, 'preview');
  },
  narrow,
);

journey('axe: what recipients see', async ({ page, site, openDevice }) => {
  const ruth = await createPerson(site);
  const { path } = await deliverLetter(site, ruth, await createRecipient(ruth), 'For your thirtieth');
  await page.goto(path);
  await see(button(page, 'Open'));
  await expectAccessibleAndLarge(page, 'closed letter');
  await button(page, 'Open').click();
  await see(heading(page, 'For your thirtieth'));
  await expectAccessibleAndLarge(page, 'opened letter');

  const second = await openDevice();
  second.console.expect(/409/);
  await second.page.goto(path);
  await button(second.page, 'Send me a code').click();
  await see(second.page.getByLabel('Six-digit code'));
  await expectAccessibleAndLarge(second.page, 'code for a second device');
  second.console.expect(/404/);
  await second.page.goto(`/received/${'A'.repeat(43)}`);
  await see(heading(second.page, 'We do not know this link'));
  await expectAccessibleAndLarge(second.page, 'unknown link');
});

/** A letter on its way, one that has arrived, one for after the death, a photo, and somebody without an address. */
async function leaveMuch(site: Site, owner: Person): Promise<void> {
  const maya = await createRecipient(owner, { trustedContact: true });
  const ana = await createRecipient(owner, { firstName: 'Ana', relationship: 'relative', email: '' });
  await deliverLetter(site, owner, maya, 'About the truck');
  await scheduleLetter(site, owner, ana, 'You at seven');
  await createPhoto(owner, { title: 'The garden', recipient: 'family' });
  const house = await createLetter(owner, { title: 'Where everything is' });
  await untilApproved(owner);
  await createSchedule(owner, {
    memoryId: house.id,
    deliveryType: 'on_death',
    deliveryDate: site.clock.now().toISOString(),
    recipientIds: [maya.id],
  });
}
