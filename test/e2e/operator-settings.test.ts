import { expect } from 'vitest';
import { eventually } from '../app.ts';
import { createPerson, createRecipient } from '../factories.ts';
import { startSmtpServer } from '../fakes/smtp-server.ts';
import { expectAccessible } from './support/axe.ts';
import { openJourneys } from './support/journey.ts';
import { untilApproved } from './support/scheduled-letters.ts';
import { button, heading, leaveLetter, see, seeGone, signIn } from './support/steps.ts';

// An installation with a mail server, so that addresses are confirmed, and with some features switched off.
const smtp = await startSmtpServer();
const journey = await openJourneys({
  startsAt: '2031-05-04T15:58:00Z',
  env: {
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Long After <letters@long-after.example>',
    FEATURES_OFF: 'password-change,two-factor,account-deletion',
  },
});

journey('what the operator has switched off says so, and changes nothing', async ({ page, site }) => {
  const ruth = await createPerson(site);
  await signIn(page, ruth, '/settings');
  await page.getByRole('tab', { name: 'Account' }).click();
  const notice = page.getByRole('status').getByText('This feature will be available soon', { exact: true });

  await button(page, 'Change password').click();
  // It stays for as long as the pointer is on it.
  await notice.hover();
  await button(page, 'Dismiss').click();
  await seeGone(notice);
  await button(page, 'Set up two-factor sign-in').click();
  await see(notice);
  expect(await page.getByLabel('Your password').count()).toBe(0);

  await button(page, 'Delete Account').click();
  const question = page.getByRole('alertdialog', { name: 'Delete your account?' });
  await see(question);
  await expectAccessible(page, 'deletion that is switched off');
  await button(question, 'Delete Account').click();
  await see(page.getByRole('status').getByText('Account deletion not implemented'));
  await see(page.getByText('This feature will be available soon.', { exact: true }));
  expect((await ruth.request({ url: '/api/user/profile' })).json().erasedAfter).toBeNull();
});

journey(
  'an address that is not confirmed keeps somebody from scheduling until the link in the mail is followed',
  async ({ page, site, console }) => {
    const ruth = await createPerson(site);
    await createRecipient(ruth, { firstName: 'Maya' });
    const banner = page.getByRole('complementary', { name: 'Your email address' });
    await signIn(page, ruth);
    await see(banner.getByText(ruth.user.email));
    await expectAccessible(page, 'dashboard with an address to confirm');
    await leaveLetter(page, 'For your thirtieth', 'Dear Maya, sit down first.', 'Maya Alvarez');
    await untilApproved(ruth);

    console.expect(/409/);
    await page.goto('/schedule');
    await page.getByRole('radio', { name: 'For your thirtieth' }).check();
    await page.getByRole('button', { name: /Saturday, 10 May 2031/ }).click();
    await page.getByRole('checkbox', { name: 'Maya Alvarez' }).check();
    await button(page, 'Schedule this delivery').click();
    await see(page.getByRole('alert').getByText('Please confirm your email address first'));

    const links = () => linksTo(ruth.user.email);
    const [first] = await eventually(
      async () => (links().length === 1 ? links() : undefined),
      'the first link',
    );
    site.clock.advance(61);
    await button(banner, 'Send the link again').click();
    await see(page.getByRole('status').getByText('The link is on its way'));
    const second = await eventually(async () => links().find((link) => link !== first), 'another link');
    await page.goto(second);
    await button(page, 'Confirm my address').click();
    await see(heading(page, 'Your address is confirmed'));
    await page.goto('/');
    await see(heading(page, 'Welcome back, Ruth'));
    await seeGone(banner);
  },
  { sharesClock: true },
);

/** The links for confirming an address that the mail server got for somebody, in the order of arrival. */
function linksTo(address: string): string[] {
  return smtp.messages
    .filter(({ envelope }) => envelope.to.includes(address))
    .flatMap(({ parsed }) => /http\S+\/verify-email\/[\w-]{43}/.exec(parsed?.text ?? '')?.[0] ?? []);
}
