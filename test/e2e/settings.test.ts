import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { createLetter, createPerson, createPhoto, createRecipient, createSchedule } from '../factories.ts';
import { mediaFiles } from '../media.ts';
import { storedKeys } from '../stored-keys.ts';
import { expectAccessible, phone } from './support/axe.ts';
import { chooseFile } from './support/files.ts';
import { openJourneys } from './support/journey.ts';
import { holdSaving } from './support/network.ts';
import { untilApproved } from './support/scheduled-letters.ts';
import type { Site } from './support/site.ts';
import { becomes, button, heading, prepareExport, see, seeGone, signIn } from './support/steps.ts';

const journey = await openJourneys();

journey(
  'a time zone outside the short list is searched for, saved, and shown again',
  async ({ page, site }) => {
    const ruth = await createPerson(site);
    await signIn(page, ruth, '/settings');
    const shortList = page.getByLabel('Time zone', { exact: true });
    await see(shortList);
    expect(await shortList.locator('option').allTextContents()).toEqual([
      'Eastern',
      'Central',
      'Mountain',
      'Pacific',
      'Alaska',
      'Hawaii',
      'Arizona',
      'Other…',
    ]);
    expect(await shortList.inputValue()).toBe('America/New_York');
    const search = page.getByRole('combobox', { name: 'Find a time zone' });
    expect(await search.count()).toBe(0);

    await shortList.selectOption({ label: 'Other…' });
    await see(search);
    expect(await shortList.inputValue()).toBe('America/New_York');
    await search.fill('zzz');
    await see(page.getByText('No time zone by that name. Try the nearest large city.'));

    const options = page.getByRole('listbox', { name: 'Find a time zone' }).getByRole('option');
    await search.fill('utc+5:30');
    await becomes(
      () => options.allTextContents(),
      ['Colombo (Sri Lanka)India Standard Time, GMT+5:30', 'Kolkata (India)India Standard Time, GMT+5:30'],
    );
    await expectAccessible(page, 'search for a time zone');
    await search.fill('germany berl');
    await becomes(() => options.count(), 1);
    await search.press('ArrowDown');
    await search.press('Enter');
    await seeGone(search);
    expect(await shortList.locator('option:checked').textContent()).toBe('Berlin');
    expect(await shortList.evaluate((control) => control === document.activeElement)).toBe(true);
    await button(page, 'Save changes').click();
    await see(page.getByText('Profile updated successfully!'));
    expect((await ruth.request({ url: '/api/user/profile' })).json().timezone).toBe('Europe/Berlin');

    await page.reload();
    await see(shortList);
    expect(await shortList.locator('option:checked').textContent()).toBe('Berlin');
    await shortList.selectOption({ label: 'Other…' });
    await see(options.first());
    expect(await options.first().getAttribute('aria-selected')).toBe('true');
    await see(options.first().getByText('Berlin (Germany)'));
    await shortList.selectOption({ label: 'Arizona' });
    await seeGone(search);
  },
);

journey(
  'F26: an owner who moves to another time zone is asked first, where something is planned, and it stays as it is',
  async ({ page, site }) => {
    const ruth = await createPerson(site);
    const [{ id: memoryId }, { id: recipientId }] = [await createLetter(ruth), await createRecipient(ruth)];
    await untilApproved(ruth);
    const deliveryDate = '2099-05-04T16:00:00.000Z';
    const planned = await createSchedule(ruth, { memoryId, deliveryDate, recipientIds: [recipientId] });
    await signIn(page, ruth, '/settings');
    await page.getByLabel('Time zone', { exact: true }).selectOption({ label: 'Hawaii' });
    await button(page, 'Save changes').click();
    const question = page.getByRole('alertdialog', { name: 'Change your time zone to Hawaii?' });
    await see(question.getByText(/What you have planned stays as it is/));
    await expectAccessible(page, 'the question before another time zone');
    await button(question, 'Cancel').click();
    await seeGone(question);
    const zoneOf = async () => (await ruth.request({ url: '/api/user/profile' })).json().timezone;
    expect(await zoneOf()).toBe('America/New_York');

    await button(page, 'Save changes').click();
    await button(question, 'Change to Hawaii').click();
    await see(page.getByText('Profile updated successfully!'));
    expect(await zoneOf()).toBe('Pacific/Honolulu');
    expect((await ruth.request({ url: `/api/schedules/${planned.id}` })).json()).toEqual(planned);
  },
);

journey(
  'a telephone shows the logo above the settings, and the list of time zones takes fingers',
  async ({ page, site }) => {
    const ruth = await createPerson(site, { timezone: 'Europe/Paris' });
    await signIn(page, ruth);
    const header = page.getByRole('banner');
    const logo = header.locator('img[src="/favicon.svg"]');
    expect(await logo.count()).toBe(0);
    await page.goto('/settings');
    await see(logo);
    await see(header.getByRole('link', { name: 'Long After', exact: true }));
    await becomes(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth > 0), true);
    await page.setViewportSize({ width: 768, height: 844 });
    await seeGone(logo);
    await page.setViewportSize({ width: 390, height: 844 });

    const shortList = page.getByLabel('Time zone', { exact: true });
    await shortList.selectOption({ label: 'Other…' });
    const search = page.getByRole('combobox', { name: 'Find a time zone' });
    const chosen = page.getByRole('option', { name: /^Paris \(France\)/, selected: true });
    await see(chosen);
    for (const target of [search, chosen]) {
      const box = await target.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(44);
      expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390);
    }
    await search.fill('+1 eur');
    await expectAccessible(page, 'settings with a list of time zones');
    await search.fill('');
    await page.setViewportSize({ width: 390, height: 844 });
    await search.tap();
    await page.keyboard.type('oslo');
    await page.getByRole('option', { name: /^Oslo \(Norway\)/ }).tap();
    await seeGone(search);
    expect(await shortList.locator('option:checked').textContent()).toBe('Oslo');
    const letItBeSaved = await holdSaving(page, '**/api/user/profile');
    await button(page, 'Save changes').tap();
    await page.getByLabel('Last name').fill('Okonjo');
    letItBeSaved();
    await see(page.getByText('Profile updated successfully!'));
    // What is typed while it is being saved stays, and can be saved next.
    expect(await page.getByLabel('Last name').inputValue()).toBe('Okonjo');
    await button(page, 'Save changes').tap();
    const read = async () => (await ruth.request({ url: '/api/user/profile' })).json();
    await becomes(async () => (await read()).lastName, 'Okonjo');
    expect((await read()).timezone).toBe('Europe/Oslo');
  },
  { viewport: { width: 390, height: 844 }, hasTouch: true },
);

journey(
  'a profile picture is chosen, looked at, saved, and stands in the header until it is removed; what is none is refused',
  async ({ page, site }) => {
    const ruth = await createPerson(site);
    await signIn(page, ruth);
    await button(page, 'Profile & Settings').click();
    const settings = page.getByRole('dialog', { name: 'Profile & Settings' });
    const refusal = page.getByRole('alert').getByRole('region', { name: 'Error' });
    const words = Buffer.from('No picture at all.');
    await chooseFile(page, 'Choose a picture', { name: 'a.txt', contentType: 'text/plain', bytes: words });
    await see(refusal.getByText('Please select an image file'));
    const large = Buffer.alloc(5 * 1024 * 1024 + 1);
    await chooseFile(page, 'Choose a picture', { name: 'a.png', contentType: 'image/png', bytes: large });
    await see(refusal.getByText('File size must be less than 5MB'));
    expect(await settings.getByText('This is how it will look.').count()).toBe(0);

    await chooseFile(page, 'Choose a picture', await mediaFiles.photo.jpeg());
    await see(settings.getByText('This is how it will look.'));
    await seeGone(refusal);
    const picture = settings.getByRole('img', { name: 'Ruth Alvarez' });
    expect(await picture.getAttribute('src')).toMatch(/^blob:/);
    expect((await ruth.request({ url: '/api/user/profile' })).json().profilePicture).toBeNull();
    await button(settings, 'Save picture').click();
    await see(page.getByText('Profile picture updated successfully!'));
    const { profilePicture } = (await ruth.request({ url: '/api/user/profile' })).json();
    await becomes(() => picture.getAttribute('src'), profilePicture);
    await see(button(settings, 'Choose a picture'));
    await button(settings, 'Close').click();
    const avatar = button(page, 'Profile & Settings').locator('img');
    expect(await avatar.getAttribute('src')).toBe(profilePicture);
    await becomes(() => avatar.evaluate((image: HTMLImageElement) => image.naturalWidth > 0), true);

    await button(page, 'Profile & Settings').click();
    await button(settings, 'Remove picture').click();
    await button(page.getByRole('alertdialog'), 'Remove').click();
    await see(page.getByText('Your picture is removed'));
    await seeGone(button(settings, 'Remove picture'));
    expect((await ruth.request({ url: '/api/user/profile' })).json().profilePicture).toBeNull();
    // The button is gone, and the focus has stayed in the dialog.
    expect(await settings.locator(':focus').count()).toBe(1);
    await button(settings, 'Close').click();
    await seeGone(avatar);
  },
);

journey(
  'what could not be saved is said, and a switch goes back to what is saved',
  async ({ page, site, console }) => {
    console.expect(/500/);
    const ruth = await createPerson(site);
    await signIn(page, ruth, '/settings');
    await page.route('**/api/user/profile', (route) =>
      route.request().method() === 'PATCH' ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
    );
    await page.getByLabel('Phone').fill('+1 602 555 0134');
    await button(page, 'Save changes').click();
    const failed = (title: string) => page.getByRole('alert').getByRole('region', { name: title });
    await see(failed('Error updating profile').getByText('Failed to update profile'));
    expect(await page.getByLabel('Phone').inputValue()).toBe('+1 602 555 0134');

    let answer: () => void = () => undefined;
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/user/notifications', async (route) => {
      await isAnswered;
      await route.fulfill({ status: 500, body: '{}' });
    });
    await page.getByRole('tab', { name: 'Notifications' }).click();
    const reminders = page.getByRole('switch', { name: 'Reminders' });
    expect(await reminders.isChecked()).toBe(true);
    await page.setViewportSize(phone);
    await reminders.click();
    await becomes(() => reminders.isChecked(), false);
    answer();
    await see(failed('Error updating notifications').getByText('Failed to update notifications'));
    const title = await areaOf(heading(page, 'Settings'));
    const bar = await areaOf(page.getByRole('navigation', { name: 'Main' }));
    await becomes(async () => {
      const { top, bottom } = await areaOf(failed('Error updating notifications'));
      return top >= title.bottom && bottom <= bar.top;
    }, true);
    await becomes(() => reminders.isChecked(), true);
    expect((await ruth.request({ url: '/api/user/profile' })).json().reminderNotifications).toBe(true);
  },
);

journey(
  'an export says how far it is, is cancelled half way without leaving anything, and made anew',
  async ({ page, site }) => {
    const ruth = await createPerson(site);
    for (const title of ['The garden', 'The garden again'])
      await createPhoto(ruth, { title, recipient: 'family' });
    await untilApproved(ruth);
    const goOn = holdSecondRead(site);
    await signIn(page, ruth, '/settings');
    await page.getByRole('tab', { name: 'Account' }).click();
    await prepareExport(page);
    const bar = page.getByRole('progressbar', { name: 'Preparing your export' });
    await becomes(() => bar.getAttribute('aria-valuenow'), '50');
    await see(page.getByText('50%', { exact: true }));
    await expectAccessible(page, 'export under way');
    await button(page, 'Cancel').click();
    await see(page.getByText('The export was cancelled'));
    await seeGone(bar);
    await see(button(page, 'Prepare my export'));
    goOn();

    // However late the response that it was started arrives, the page shows that it is ready.
    await page.route('**/api/user/export', async (route) => {
      const begun = await route.fetch();
      if (route.request().method() === 'POST')
        await becomes(async () => (await ruth.request({ url: '/api/user/export' })).json().status, 'ready');
      await route.fulfill({ response: begun });
    });
    await prepareExport(page);
    await see(page.getByText(/Your export is ready/));
    // One job after the other: the first has finished.
    expect(await storedKeys(site, 'exports/')).toHaveLength(1);
  },
);

/** The second stored file that is read from now on is held back until the returned function is called. */
function holdSecondRead({ services: { storage } }: Site): () => void {
  const read = storage.read.bind(storage);
  let goOn: () => void = () => undefined;
  const isHeld = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let reads = 0;
  storage.read = async (key, range) => {
    reads++;
    if (reads === 2) await isHeld;
    return read(key, range);
  };
  return () => {
    storage.read = read;
    goOn();
  };
}

async function areaOf(locator: Locator): Promise<{ top: number; bottom: number }> {
  const { y, height } = (await locator.boundingBox()) ?? { y: Number.NaN, height: 0 };
  return { top: y, bottom: y + height };
}
