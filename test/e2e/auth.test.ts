import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { users } from '../../server/features/accounts/profile/profile.table.ts';
import { createPerson, goodPassword } from '../factories.ts';
import { expectAccessible } from './support/axe.ts';
import { openJourneys } from './support/journey.ts';
import { becomes, button, fillSignIn, heading, see, seeGone } from './support/steps.ts';

const journey = await openJourneys();

const terms = (page: Page) => page.getByRole('dialog', { name: 'Terms agreement' });
const accept = (page: Page) => button(terms(page), 'Accept and create account');
const tab = (page: Page, name: string) => page.getByRole('tab', { name });
/** A toast by its role: its title, and the text below it. */
const toastOf = (page: Page, role: 'status' | 'alert', title: string) =>
  page.getByRole(role).getByRole('region', { name: title });

async function fillSignUp(page: Page, email: string): Promise<void> {
  await page.getByLabel('First name').fill('Ruth');
  await page.getByLabel('Last name').fill('Alvarez');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Date of birth').fill('1948-03-02');
  await page.getByLabel('Password', { exact: true }).fill(goodPassword);
  await page.getByLabel('Confirm password').fill(goodPassword);
}

journey(
  'the terms stand between the form and the account: cancelled, nothing is sent, and they open unticked',
  async ({ page, site, console }) => {
    const taken = await createPerson(site);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/auth/register')) sent.push(request.method());
    });
    await page.goto('/auth?mode=signup');
    await fillSignUp(page, taken.user.email);
    // Reading the terms does not clear the form.
    await page.getByRole('link', { name: 'Terms of Service' }).click();
    await page.getByRole('link', { name: 'Back to Sign Up' }).click();
    // Neither does a look at the other tab, or a reload; but a password is kept nowhere.
    await tab(page, 'Sign In').click();
    await tab(page, 'Sign Up').click();
    await becomes(() => page.getByLabel('Email').inputValue(), taken.user.email);
    await page.reload();
    await becomes(() => page.getByLabel('Date of birth').inputValue(), '1948-03-02');
    expect(await page.getByLabel('First name').inputValue()).toBe('Ruth');
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('');
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(goodPassword);
    await fillSignUp(page, taken.user.email);
    await button(page, 'Create Account').click();
    await see(terms(page));
    expect(await accept(page).isDisabled()).toBe(true);
    await expectAccessible(page, 'terms');
    // On a small phone, the box to tick stays in view above the buttons.
    await page.setViewportSize({ width: 390, height: 600 });
    const tick = await terms(page).getByRole('checkbox').boundingBox();
    const action = await accept(page).boundingBox();
    expect((tick?.y ?? Number.NaN) + (tick?.height ?? 0)).toBeLessThanOrEqual(action?.y ?? Number.NaN);
    await page.setViewportSize({ width: 1440, height: 900 });
    await terms(page).getByRole('checkbox').check();
    expect(await accept(page).isEnabled()).toBe(true);
    await button(terms(page), 'Cancel').click();
    await seeGone(terms(page));
    expect(await page.getByLabel('Email').inputValue()).toBe(taken.user.email);
    expect(await page.getByLabel('Date of birth').inputValue()).toBe('1948-03-02');
    expect(await page.getByLabel('Confirm password').inputValue()).toBe(goodPassword);

    await button(page, 'Create Account').click();
    await see(terms(page));
    expect(await terms(page).getByRole('checkbox').isChecked()).toBe(false);
    expect(await accept(page).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await seeGone(terms(page));
    expect(sent).toEqual([]);
    expect(await site.services.db.$count(users)).toBe(1);

    console.expect(/409/);
    await button(page, 'Create Account').click();
    await terms(page).getByRole('checkbox').check();
    await accept(page).click();
    await see(
      toastOf(page, 'alert', 'Registration failed').getByText('An account with this email already exists'),
    );
    await seeGone(terms(page));
    expect(await page.getByLabel('First name').inputValue()).toBe('Ruth');
    expect(await page.getByLabel('Email').getAttribute('aria-invalid')).toBe('true');
    expect(sent).toEqual(['POST']);
    expect(await site.services.db.$count(users)).toBe(1);
  },
);

journey(
  'the tabs change by click, a mode nobody knows is signing in, and the plan of the address stays',
  async ({ page, site }) => {
    await page.goto('/auth?mode=whatever&plan=basic');
    await see(heading(page, 'Welcome Back'));
    expect(await tab(page, 'Sign In').getAttribute('aria-selected')).toBe('true');
    await see(heading(page, 'Why Long After'));
    const reasons = page.getByRole('region', { name: 'Why Long After' }).getByRole('listitem');
    expect(await reasons.getByRole('heading').allTextContents()).toEqual([
      'In your own words',
      'On the day you choose',
      'To the people you choose',
      'Kept private until then',
    ]);

    await tab(page, 'Sign Up').click();
    await see(heading(page, 'Create Your Account'));
    const golden = page.getByRole('radio', { name: 'Golden Thread' });
    expect(await golden.isChecked()).toBe(true);
    await tab(page, 'Sign In').click();
    await see(heading(page, 'Welcome Back'));
    await tab(page, 'Sign Up').click();
    expect(await golden.isChecked()).toBe(true);

    const met = page.getByRole('list', { name: 'What a password needs' }).getByText(': met');
    const password = page.getByLabel('Password', { exact: true });
    await see(page.getByText('Password must be at least 8 characters'));
    for (const [typed, rules] of [
      ['', 0],
      ['q', 1],
      ['qQ', 2],
      ['qQ1', 3],
      ['qQ1!', 4],
      ['qQ1!wert', 5],
      ['QQ1!WERT', 4],
    ] as const) {
      await password.fill(typed);
      await becomes(() => met.count(), rules);
    }

    const email = 'ruth.by.the.tabs@example.com';
    await fillSignUp(page, email);
    await button(page, 'Create Account').click();
    await terms(page).getByRole('checkbox').check();
    await accept(page).click();
    await see(
      toastOf(page, 'status', 'Account created and signed in!').getByText('You chose Golden Thread.'),
    );
    await see(heading(page, 'Choose your plan'));
    expect((await site.services.db.select().from(users)).some((user) => user.email === email)).toBe(true);
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(email);
  },
);

journey(
  'security 2: a password that is easy to guess is refused beside the rules while it is typed, and before the terms',
  async ({ page }) => {
    await page.goto('/auth?mode=signup');
    await fillSignUp(page, 'ruth.guessed@example.com');
    const password = page.getByLabel('Password', { exact: true });
    const status = page.getByRole('status');
    await password.fill('Ruth-Alvarez-1948');
    await see(status.getByText(/too easy to guess: it contains your name/));
    await password.fill('Aa1!Aa1!');
    await see(status.getByText(/too easy to guess: it repeats itself/));
    await expectAccessible(page, 'a guessable password');

    await page.getByLabel('Confirm password').fill('Aa1!Aa1!');
    await button(page, 'Create Account').click();
    await see(button(page.getByRole('region', { name: 'Please check these' }), 'Password'));
    await see(page.getByText(/too easy to guess/));
    expect(await page.getByText(/too easy to guess/).count()).toBe(1);
    expect(await password.getAttribute('aria-invalid')).toBe('true');
    expect(await terms(page).isVisible()).toBe(false);

    await password.fill(goodPassword);
    await page.getByLabel('Confirm password').fill(goodPassword);
    await seeGone(status.getByText(/too easy to guess/));
    await button(page, 'Create Account').click();
    await see(terms(page));
  },
);

journey('signing in says whether it went well', async ({ page, site, console }) => {
  const ruth = await createPerson(site);
  console.expect(/401/);
  await page.goto('/auth');
  await fillSignIn(page, ruth.user.email, 'Quiet-Harbour-1995');
  await see(toastOf(page, 'alert', 'Sign in failed').getByText('Invalid email or password'));
  expect(new URL(page.url()).pathname).toBe('/auth');
  await fillSignIn(page, ruth.user.email);
  await see(toastOf(page, 'status', 'Welcome back!'));
  await see(heading(page, 'Welcome back, Ruth'));
});
