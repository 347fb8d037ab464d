import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { eventually } from '../app.ts';
import { codeOf, protectWithCode } from '../authenticator.ts';
import { createPerson, createRecipient, goodPassword } from '../factories.ts';
import { linkTokenTo } from '../mailbox.ts';
import { expectAccessible } from './support/axe.ts';
import { openJourneys } from './support/journey.ts';
import { scheduleLetter } from './support/scheduled-letters.ts';
import {
  becomes,
  button,
  fillSignIn,
  heading,
  openSetting,
  openTab,
  prepareExport,
  see,
  seeGone,
  signIn,
  statusOfProfile,
  unsavedQuestion,
} from './support/steps.ts';

const journey = await openJourneys();
const newPassword = 'Copper-Lantern-1961';

journey(
  'a forgotten password is chosen anew by the link in the mail, once',
  async ({ page, site, console }) => {
    const ruth = await createPerson(site);
    await page.goto('/auth?mode=signin');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByLabel('Email').fill(ruth.user.email);
    await expectAccessible(page, 'forgotten password');
    await button(page, 'Send me a link').click();
    await see(heading(page, 'Check your inbox'));

    const token = await linkTokenTo(site.services, ruth.user.email, 'reset-password');
    await page.goto(`/reset-password/${token}`);
    await page.getByLabel('New password', { exact: true }).fill('Quiet');
    await page.getByLabel('Confirm new password').fill('Quiet');
    await button(page, 'Change my password').click();
    await see(page.getByRole('region', { name: 'Please check these' }));
    await expectAccessible(page, 'new password with errors');
    await page.getByLabel('New password', { exact: true }).fill('Aa1!Aa1!');
    await see(page.getByRole('status').getByText(/too easy to guess: it repeats itself/));
    await page.getByLabel('New password', { exact: true }).fill(newPassword);
    await page.getByLabel('Confirm new password').fill(newPassword);
    await button(page, 'Change my password').click();
    await see(heading(page, 'Your password is changed'));
    expect((await ruth.request({ url: '/api/user/profile' })).statusCode).toBe(401);

    console.expect(/404/);
    await page.goto(`/reset-password/${token}`);
    await see(heading(page, 'This link no longer works'));
    await see(
      page.getByText('This link has already been used, or is too old. Please ask for a new one.', {
        exact: true,
      }),
    );
    // As if it had been used after the page was opened.
    await page.route('**/reset-password/check', (route) => route.fulfill({ status: 204 }));
    await page.reload();
    await page.getByLabel('New password', { exact: true }).fill(newPassword);
    await page.getByLabel('Confirm new password').fill(newPassword);
    await button(page, 'Change my password').click();
    await see(heading(page, 'This link no longer works'));

    console.expect(/401/);
    await page.goto('/auth?mode=signin');
    await fillSignIn(page, ruth.user.email);
    await see(page.getByRole('alert').getByText('Invalid email or password'));
    await fillSignIn(page, ruth.user.email, newPassword);
    await see(heading(page, 'Welcome back, Ruth'));
  },
);

journey(
  'F37: a link that confirms an address does so with a press, not by being opened',
  async ({ page, site, console }) => {
    const ruth = await createPerson(site);
    const token = await linkTokenTo(site.services, ruth.user.email, 'verify-email');
    await page.goto(`/verify-email/${token}`);
    await see(button(page, 'Confirm my address'));
    await expectAccessible(page, 'confirming an address');
    await button(page, 'Confirm my address').click();
    await see(heading(page, 'Your address is confirmed'));
    await see(page.getByText(ruth.user.email));

    console.expect(/404/);
    await page.goto(`/verify-email/${'A'.repeat(token.length)}`);
    await button(page, 'Confirm my address').click();
    await see(heading(page, 'This link no longer works'));
    await page.getByRole('link', { name: 'Sign in to ask for a new link' }).click();
    await fillSignIn(page, ruth.user.email);
    await see(heading(page, 'Settings'));
  },
);

journey(
  'an address is changed with the password and the new address’s link, and back',
  async ({ page, site }) => {
    const ruth = await createPerson(site);
    const other = `alvarez.${ruth.user.email}`;
    await signIn(page, ruth);
    await button(page, 'Profile & Settings').click();
    const settings = page.getByRole('dialog', { name: 'Profile & Settings' });
    await settings.getByLabel('Email', { exact: true }).fill(other);
    await button(settings, 'Save changes').click();
    await see(settings.getByText('Password is required').first());
    await settings.getByLabel('Current password').fill(goodPassword);
    await button(settings, 'Save changes').click();
    await see(page.getByText('Profile updated successfully!'));
    await see(settings.getByText('is waiting to be confirmed'));
    expect(await settings.getByLabel('Email', { exact: true }).inputValue()).toBe(ruth.user.email);

    const confirming = await linkTokenTo(site.services, other, 'confirm-email');
    await page.goto(`/confirm-email/${confirming}`);
    await button(page, 'Use this address').click();
    await see(heading(page, 'Your email address is changed'));
    const undoing = await linkTokenTo(site.services, ruth.user.email, 'undo-email-change');
    await page.goto(`/undo-email-change/${undoing}`);
    await button(page, 'Undo the change').click();
    await see(heading(page, 'The change is undone'));
    await expectAccessible(page, 'the change is undone');
    await page.goto('/');
    await see(page.getByRole('link', { name: 'Get Started' }).first());

    await page.goto(`/reset-password/${await linkTokenTo(site.services, ruth.user.email, 'reset-password')}`);
    await page.getByLabel('New password', { exact: true }).fill(newPassword);
    await page.getByLabel('Confirm new password').fill(newPassword);
    await button(page, 'Change my password').click();
    await see(heading(page, 'Your password is changed'));
    await page.goto('/auth?mode=signin');
    await fillSignIn(page, ruth.user.email, newPassword);
    await see(heading(page, 'Welcome back, Ruth'));
  },
);

journey(
  'two-factor sign-in is set up, and signing in then takes a code once',
  async ({ page, site, console }) => {
    // The page may still be requesting it when the session ends.
    console.allow(/401.*\/api\/user\/profile/);
    const ruth = await createPerson(site);
    await signIn(page, ruth, '/settings');
    await page.getByRole('tab', { name: 'Account' }).click();
    await expectAccessible(page, 'account settings');
    await button(page, 'Set up two-factor sign-in').click();
    await page.getByLabel('Your password').fill(goodPassword);
    await button(page, 'Continue').click();
    const key = (await page.getByRole('code').textContent())?.replaceAll(' ', '') ?? '';
    await expectAccessible(page, 'key for the app');
    await page.getByLabel('Six-digit code').fill(await codeOf(site, key));
    await button(page, 'Switch on').click();
    await see(page.getByText('Your recovery codes for Long After'));
    const [recoveryCode = ''] = await page.getByText(/^[a-z0-9]{5}-[a-z0-9]{5}$/).allTextContents();
    await expectAccessible(page, 'recovery codes');
    await button(page, 'I have kept them').click();
    await see(page.getByText('10 recovery codes are left.'));

    site.clock.advance(30);
    await button(page, 'Change password').click();
    await page.getByLabel('Current password').fill(goodPassword);
    await page.getByLabel('New password', { exact: true }).fill(newPassword);
    await page.getByLabel('Confirm new password').fill(newPassword);
    await button(page, 'Change my password').click();
    await see(page.getByText('Please enter a code').first());
    await expectAccessible(page, 'a new password that takes a code');
    await page.getByLabel('Code', { exact: true }).fill(await codeOf(site, key));
    await button(page, 'Change my password').click();
    await see(page.getByText('Your password is changed'));
    await button(page, 'Sign Out').click();

    site.clock.advance(30);
    await page.goto('/auth?mode=signin');
    await fillSignIn(page, ruth.user.email, newPassword);
    await see(page.getByLabel('Six-digit code'));
    await expectAccessible(page, 'code at sign-in');
    const code = await codeOf(site, key);
    await page.getByLabel('Six-digit code').fill(code);
    await button(page, 'Sign In').click();
    await see(heading(page, 'Welcome back, Ruth'));
    await button(page, 'Sign Out').click();

    console.expect(/400/);
    await page.goto('/auth?mode=signin');
    await fillSignIn(page, ruth.user.email, newPassword);
    await page.getByLabel('Six-digit code').fill(code);
    await button(page, 'Sign In').click();
    await see(page.getByRole('alert').getByText(/was used already/));
    await button(page, 'Use a recovery code').click();
    await page.getByLabel('Recovery code').fill(recoveryCode);
    await button(page, 'Sign In').click();
    await see(heading(page, 'Welcome back, Ruth'));
  },
);

journey(
  'two-factor sign-in is switched on: the news of it, and the refusal of the old token, come before the answer',
  async ({ page, site, context, console }) => {
    console.expect(/401.*\/api\/user\/profile/);
    const ruth = await createPerson(site);
    await signIn(page, ruth, '/settings');
    const other = await openTab(context);
    await page.getByRole('tab', { name: 'Account' }).click();
    await button(page, 'Set up two-factor sign-in').click();
    await page.getByLabel('Your password').fill(goodPassword);
    await button(page, 'Continue').click();
    const key = (await page.getByRole('code').textContent())?.replaceAll(' ', '') ?? '';
    await page.getByLabel('Six-digit code').fill(await codeOf(site, key));
    await page.route('**/two-factor/confirm', async (route) => {
      const news = await Promise.all([page, other].map(awaitNews));
      const response = await route.fetch();
      for (const each of news) await each.evaluate(({ arrival }) => arrival);
      for (const tab of [page, other]) expect(await statusOfProfile(tab)).toBe(401);
      await route.fulfill({ response });
    });
    await button(page, 'Switch on').click();
    await see(page.getByText('Your recovery codes for Long After'));
    for (const tab of [page, other]) await becomes(() => statusOfProfile(tab), 200);
    await see(heading(other, 'Welcome back, Ruth'));
  },
);

/** Starts waiting for what the server announces to a tab. */
function awaitNews(tab: Page) {
  return tab.evaluateHandle(() => ({
    arrival: new Promise((resolve) => {
      new BroadcastChannel('long-after-changes').onmessage = () => resolve(undefined);
    }),
  }));
}

journey('two-factor sign-in that somebody else switched on is undone by the mail', async (it) => {
  const { page, site, console } = it;
  const ruth = await createPerson(site);
  await protectWithCode(site, ruth);
  await page.goto(`/undo-two-factor/${await linkTokenTo(site.services, ruth.user.email, 'undo-two-factor')}`);
  await expectAccessible(page, 'undoing two-factor sign-in');
  await button(page, 'Switch it off').click();
  await see(page.getByText('Please enter your password'));
  console.expect(/status of 400/);
  await page.getByLabel('Password', { exact: true }).fill('Cold-Ladder-2042');
  await button(page, 'Switch it off').click();
  await see(page.getByText(/^This is not the password that your account had/).first());
  await page.getByLabel('Password', { exact: true }).fill(goodPassword);
  await button(page, 'Switch it off').click();
  await see(heading(page, 'Two-factor sign-in is off'));
  await see(page.getByText(ruth.user.email));
  expect((await ruth.request({ url: '/api/user/profile' })).statusCode).toBe(401);
});

journey(
  'what is chosen in the settings is kept, and not dropped by Escape unasked',
  async ({ page, site }) => {
    const ruth = await createPerson(site);
    await signIn(page, ruth);
    await button(page, 'Profile & Settings').click();
    const settings = page.getByRole('dialog', { name: 'Profile & Settings' });
    await see(settings.getByLabel('Phone'));
    await expectAccessible(page, 'profile in the dialog');
    await settings.getByLabel('Phone').fill('+1 602 555 0134');
    await settings.getByLabel('Date of birth').fill('1949-03-02');
    await settings.getByRole('tab', { name: 'Notifications' }).click();
    await seeGone(settings.getByLabel('Phone'));
    await page.keyboard.press('Escape');
    await button(unsavedQuestion(page), 'Keep editing').click();
    await settings.getByRole('tab', { name: 'Profile' }).click();
    expect(await settings.getByLabel('Phone').inputValue()).toBe('+1 602 555 0134');
    await settings.getByLabel('Time zone').selectOption('America/Phoenix');
    await button(settings, 'Save changes').click();
    await see(page.getByText('Profile updated successfully!'));
    await settings.getByRole('tab', { name: 'Notifications' }).click();
    await settings.getByRole('switch', { name: 'Reminders' }).uncheck();
    await see(page.getByText('Notification preferences updated!'));
    await expectAccessible(page, 'notifications in the dialog');
    await settings.getByRole('tab', { name: 'Account' }).click();
    await settings.getByRole('radio', { name: 'Dark' }).check();
    await button(settings, 'Close').click();
    await seeGone(settings);
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    expect((await ruth.request({ url: '/api/user/profile' })).json()).toMatchObject({
      phone: '+1 602 555 0134',
      dateOfBirth: '1949-03-02',
      timezone: 'America/Phoenix',
      reminderNotifications: false,
      deliveryNotifications: true,
    });
  },
);

journey('other browsers are signed out, and the password is changed', async ({ page, site }) => {
  const ruth = await createPerson(site);
  await signIn(page, ruth, '/settings');
  await page.getByRole('tab', { name: 'Account' }).click();
  await see(page.getByText('In two browsers, this one among them.'));
  await openSetting(page, 'Where you are signed in');
  await button(page, 'Sign out everywhere else').click();
  await seeGone(button(page, 'Sign out everywhere else'));
  const isSignedOut = async () => (await ruth.request({ url: '/api/user/profile' })).statusCode === 401;
  await eventually(isSignedOut, 'the other browser to be signed out');

  await button(page, 'Change password').click();
  await page.getByLabel('Current password').fill(goodPassword);
  await page.getByLabel('New password', { exact: true }).fill('Alvarez-Ruth-1');
  await see(page.getByRole('status').getByText(/too easy to guess: it contains your name/));
  await page.getByLabel('New password', { exact: true }).fill(newPassword);
  await page.getByLabel('Confirm new password').fill(newPassword);
  await button(page, 'Change my password').click();
  await see(page.getByText('Your password is changed'));
  await button(page, 'Sign Out').click();
  await page.goto('/auth?mode=signin');
  await fillSignIn(page, ruth.user.email, newPassword);
  await see(heading(page, 'Welcome back, Ruth'));
});

journey(
  'an export is made by a job and fetched, with one question for the password',
  async ({ page, site }) => {
    const ruth = await createPerson(site);
    await signIn(page, ruth, '/settings');
    await page.getByRole('tab', { name: 'Account' }).click();
    await prepareExport(page);
    await see(page.getByText(/Your export is ready/));
    const fetching = page.waitForEvent('download');
    await button(page, 'Download').click();
    expect((await fetching).suggestedFilename()).toMatch(/^long-after-.*\.zip$/);
  },
);

journey('an account is deleted, and restored within its days', async ({ page, site }) => {
  const ruth = await createPerson(site);
  await scheduleLetter(site, ruth, await createRecipient(ruth), 'For your thirtieth');
  await signIn(page, ruth, '/settings');
  await page.getByRole('tab', { name: 'Account' }).click();
  await button(page, 'Delete Account').click();
  const question = page.getByRole('dialog', { name: 'Delete your account?' });
  await see(question.getByText(/“For your thirtieth” for Maya Alvarez/));
  await expectAccessible(page, 'deletion');
  // A list that is longer than its box can be scrolled with the keyboard.
  const stops = question.getByRole('list').first();
  await stops.evaluate((list) => list.style.setProperty('max-height', '1rem'));
  await becomes(() => stops.evaluate((list: HTMLElement) => list.tabIndex), 0);
  // Both answers are in view, however much would stop.
  await page.setViewportSize({ width: 390, height: 500 });
  for (const name of ['Keep my account', 'Delete my account']) {
    const answer = await button(question, name).boundingBox();
    expect(answer && answer.y + answer.height).toBeLessThanOrEqual(500);
  }
  await question.getByLabel('Your password').fill(goodPassword);
  await button(question, 'Delete my account').click();
  await see(question.getByText('Please type DELETE to confirm').first());
  await question.getByLabel('Type DELETE to confirm').fill('DELETE');
  await button(question, 'Delete my account').click();
  await see(page.getByText(/Your account will be erased on/));
  await see(page.getByRole('link', { name: 'Get Started' }).first());

  await page.goto('/auth?mode=signin');
  await fillSignIn(page, ruth.user.email);
  await see(heading(page, 'Your account is being deleted'));
  await expectAccessible(page, 'restoring');
  await button(page, 'Restore my account').click();
  await see(heading(page, 'Welcome back, Ruth'));
  await see(page.getByText('For your thirtieth').first());
});
