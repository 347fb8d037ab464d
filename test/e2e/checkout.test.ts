import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { PaidPlanKey } from '../../shared/billing/billing.ts';
import { choosePlan, press, simulate } from '../checkout.ts';
import { addLetters, createPerson, goodPassword } from '../factories.ts';
import { mailTo } from '../mailbox.ts';
import { expectAccessible } from './support/axe.ts';
import { openJourneys } from './support/journey.ts';
import { pressOn, tabTo } from './support/keyboard.ts';
import { becomes, button, heading, see, seeGone, signIn } from './support/steps.ts';

const journey = await openJourneys();

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const plan = (page: Page, name: string) => page.getByRole('region', { name });
const pathOf = (page: Page) => async () => new URL(page.url()).pathname + new URL(page.url()).search;

async function signUpFor(page: Page, planName: string, email: string): Promise<void> {
  await page.goto('/auth?mode=signup');
  await page.getByLabel('First name').fill('Ruth');
  await page.getByLabel('Last name').fill('Alvarez');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Date of birth').fill('1948-03-02');
  await page.getByRole('radio', { name: planName }).check();
  await page.getByLabel('Password', { exact: true }).fill(goodPassword);
  await page.getByLabel('Confirm password').fill(goodPassword);
  await button(page, 'Create Account').click();
  await page.getByRole('dialog').getByRole('checkbox').check();
  await button(page, 'Accept and create account').click();
}

journey('signing up for Golden Thread, declined, cancelled, then paid: the plan is there', async (it) => {
  const { page, site } = it;
  const email = 'ruth.golden@example.com';
  await signUpFor(page, 'Golden Thread', email);
  await see(heading(page, 'Choose your plan'));
  expect(await pathOf(page)()).toBe('/checkout');
  await see(plan(page, 'Golden Thread').getByText('Your choice at sign-up'));
  await page.getByRole('radio', { name: 'Annual' }).check();
  await see(plan(page, 'Golden Thread').getByText('$204 a year'));
  await see(plan(page, 'Eternal Light').getByText('$510 a year'));
  await button(page, 'Select Golden Thread').click();

  await see(heading(page, 'Pay Long After'));
  await see(page.getByText('No money moves here and no card is asked for.'));
  await see(page.getByText('Golden Thread for one year'));
  expect(await page.getByRole('textbox').count()).toBe(0);
  await button(page, 'Decline, as a bank may').click();
  await see(page.getByRole('alert').getByText('The payment was declined.'));
  await button(page, 'Cancel and go back').click();

  await see(heading(page, 'Payment Cancelled'));
  await see(page.getByText('Your payment was cancelled. You can try again anytime.'));
  await becomes(pathOf(page), '/checkout');
  await see(plan(page, 'Golden Thread').getByText('$204 a year'));
  await page.reload();
  await see(plan(page, 'Golden Thread'));
  await seeGone(heading(page, 'Payment Cancelled'));

  await button(page, 'Select Golden Thread').click();
  await button(page, 'Pay $20.00').click();
  await see(heading(page, 'Payment Successful!'));
  await see(page.getByRole('status').getByText('Welcome!'));
  await see(page.getByText('Golden Thread is now active.'));
  await link(page, 'Continue to Dashboard').click();
  await see(heading(page, 'Golden Thread'));
  await see(page.getByText('Legacy guarantee: 10 years'));
  await see(page.getByText('0 of 30', { exact: true }).first());
  expect(await page.getByRole('link', { name: /Upgrade Plan/ }).count()).toBe(0);
  await page.goto('/settings');
  await page.getByRole('tab', { name: 'Account' }).click();
  await see(page.getByText(/^Golden Thread, paid until \d+\s\w+\s\d{4}\.$/));
  await see(page.getByText(/^Golden Thread, monthly\. It renews on \d+\s\w+\s\d{4}\.$/));
  await page.getByText(/^One, on \d+\s\w+\s\d{4}\.$/).click();
  await see(page.getByRole('list', { name: 'What you have paid' }).getByText('$20.00'));
  await button(page, 'Cancel the plan').click();
  const question = page.getByRole('alertdialog', { name: 'Cancel Golden Thread?' });
  await see(question.getByText(/and nothing more is charged\. After that you have First Echo\./));
  await see(question.getByText('Everything that you have left stays as it is.'));
  await button(question, 'Cancel the plan').click();
  await see(page.getByText(/^Golden Thread, monthly\. It ends on .* and nothing more is charged\.$/));
  await button(page, 'Keep Golden Thread').click();
  await see(page.getByText(/^Golden Thread, monthly\. It renews on /));
  await link(page, 'Add method of payment for subscription').click();
  await see(plan(page, 'Golden Thread').getByText('Your plan'));
  expect(await button(page, 'You have Golden Thread').isDisabled()).toBe(true);
  await becomes(
    async () => (await mailTo(site.services, email)).map(({ subject }) => subject)[0],
    'Your receipt',
  );
});

journey(
  'paid in one window, the plan shows in the other without a reload',
  async ({ page, site, context }) => {
    const ruth = await createPerson(site);
    await signIn(page, ruth);
    await see(heading(page, 'First Echo'));
    const other = await context.newPage();
    await other.goto('/checkout');
    await button(other, 'Select Eternal Light').click();
    await button(other, 'Pay $50.00').click();
    await see(heading(other, 'Payment Successful!'));
    await see(heading(page, 'Eternal Light'));
    await see(page.getByText('Legacy guarantee: 20 years'));
  },
);

/** Each screen with axe, in both themes; buttons are pressed with the keyboard. */
journey(
  'a plan that runs: raised at once, then lowered with more letters than the lower one holds',
  async (it) => {
    const { page, site, console } = it;
    const ruth = await createPerson(site);
    const bought = await choosePlan(site, ruth, { subscriptionPlan: 'basic' });
    await press(site, bought, 'pay');
    await signIn(page, ruth, '/checkout');
    await see(page.getByText(/^You have Golden Thread, monthly\. It renews on \d+\s\w+\s\d{4}\.$/));
    await pressOn(page, button(page, 'Change to Eternal Light'));
    const raising = page.getByRole('alertdialog', { name: 'Change to Eternal Light?' });
    await see(
      raising.getByText(
        /^Eternal Light begins at once, is paid until .*, and then renews at \$50 a month\.$/,
      ),
    );
    await see(
      raising.getByText(/^You pay about \$30\.\d\d now: \$50\.00, less what is left of Golden Thread\.$/),
    );
    await expectAccessible(page, 'a change that is paid at once');
    await simulate(site, bought, 'renewals', { isDeclined: true });
    console.expect(/status of 409/);
    await pressOn(page, button(raising, 'Change and pay'));
    await see(raising.getByRole('alert').getByText('The card was declined. Nothing has changed.'));
    await simulate(site, bought, 'renewals', { isDeclined: false });
    await pressOn(page, button(raising, 'Change and pay'));
    await see(heading(page, 'Your plan is changed'));
    await see(
      page.getByText(/You paid \$30\.\d\d\. What was left of Golden Thread was taken off the price\./),
    );
    await see(button(page, 'You have Eternal Light'));

    await addLetters(site, ruth, 31);
    await pressOn(page, button(page, 'Change to Golden Thread'));
    const lowering = page.getByRole('alertdialog', { name: 'Change to Golden Thread?' });
    await see(lowering.getByText(/^You keep Eternal Light until .* at \$20 a month\.$/));
    await see(lowering.getByText('You pay nothing now.'));
    await see(
      lowering.getByText('You keep all 31 letters; new ones are possible once there are fewer than 30.'),
    );
    await pressOn(page, button(lowering, 'Change the plan'));
    await see(button(page, 'Golden Thread comes next'));
    await expectAccessible(page, 'a plan that is to become another one');

    await simulate(site, bought, 'months', { months: 1 });
    await page.goto('/');
    await see(heading(page, 'Golden Thread'));
    await see(page.getByText('Limit Reached'));
    expect((await ruth.request({ url: '/api/memories' })).json()).toHaveLength(31);
    await page.goto('/upload');
    await see(page.getByRole('link', { name: /31 of 30 ?Limit Reached/ }));
  },
);

journey('by keyboard alone: from the dashboard to a paid plan', async ({ page, site }) => {
  await signIn(page, await createPerson(site));
  await pressOn(page, page.getByRole('link', { name: /Upgrade Plan/ }));
  await see(heading(page, 'Choose your plan'));
  await tabTo(page, page.getByRole('radio', { name: 'Monthly' }));
  for (const key of ['ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
  await see(plan(page, 'Eternal Light').getByText('$1,530 for 3 years'));
  await pressOn(page, button(page, 'Select Eternal Light'));
  await see(heading(page, 'Pay Long After'));
  await pressOn(page, button(page, 'Decline, as a bank may'));
  await see(page.getByText('The payment was declined.'));
  await pressOn(page, button(page, 'Pay $1,530.00'));
  await see(heading(page, 'Payment Successful!'));
  await pressOn(page, link(page, 'Continue to Dashboard'));
  await see(heading(page, 'Eternal Light'));
});

journey(
  'while the payment is set up nothing else can be pressed; then it can be gone back from',
  async (it) => {
    const { page, site } = it;
    await signIn(page, await createPerson(site), '/checkout');
    let answer: (url: string) => void = () => {};
    const url = new Promise<string>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/create-checkout-session', async (route) =>
      route.fulfill({ status: 201, json: { url: await url } }),
    );
    await button(page, 'Select Golden Thread').click();
    for (const name of ['Select Golden Thread', 'Select Eternal Light'])
      await becomes(() => page.getByRole('button', { name }).isDisabled(), true);
    // A URL of this very page: the panel stays, as it does for somebody who comes back to it.
    answer('#the-payment-page');
    await see(heading(page, 'Redirecting to Payment'));
    await becomes(async () => new URL(page.url()).hash, '#the-payment-page');
    await see(button(page, 'Continue to Payment'));
    await expectAccessible(page, 'redirecting to payment');
    await button(page, 'Go Back').click();
    await see(button(page, 'Select Golden Thread'));
  },
);

journey(
  'what goes wrong at setting up is said, and it can be tried again',
  async ({ page, site, console }) => {
    const ruth = await createPerson(site);
    await signIn(page, ruth);
    // What happens on another device is not announced here.
    await page.route(/\/api\/(events|user\/profile)$/, (route) => route.abort());
    console.expect(/ERR_FAILED/);
    await page.goto('/checkout');
    const attempt = async (message: string) => {
      await button(page, 'Select Golden Thread').click();
      const toast = page.getByRole('alert').filter({ hasText: 'Setup Error' });
      await see(toast.getByText(`Failed to setup payment: ${message}`));
      await becomes(() => button(page, 'Select Golden Thread').isEnabled(), true);
    };
    await page.route('**/api/create-checkout-session', (route) => route.fulfill({ status: 201, json: {} }));
    await attempt('No checkout URL received');
    console.expect(/status of 502/);
    await page.route('**/api/create-checkout-session', (route) => route.fulfill({ status: 502, body: '' }));
    await attempt('HTTP error! status: 502');
    await page.unroute('**/api/create-checkout-session');
    await press(site, await choosePlan(site, ruth, { subscriptionPlan: 'basic' }), 'pay');
    console.expect(/status of 409/);
    await attempt('You already have Golden Thread. It is paid until');
  },
);

journey('signed out: a plan is chosen after signing in, and so is a payment looked up', async (it) => {
  const { page, site } = it;
  await page.goto('/checkout');
  await see(heading(page, 'Welcome Back'));
  expect(await pathOf(page)()).toBe('/auth');
  await page.goto('/checkout-success');
  await see(heading(page, 'Payment Issue'));
  expect(await link(page, 'Back to Dashboard').getAttribute('href')).toBe('/');
  await link(page, 'Try Again').click();
  await see(heading(page, 'Welcome Back'));

  const ruth = await createPerson(site);
  const bought = await choosePlan(site, ruth, { subscriptionPlan: 'basic' });
  await press(site, bought, 'pay');
  await page.goto(`/checkout-success?session_id=${bought.sessionId}`);
  await see(heading(page, 'Please sign in'));
  await see(page.getByText('If you paid, nothing is lost, and you do not have to pay again.'));
  expect(await page.getByText(/Payment Issue|Verification Error/).count()).toBe(0);
  await expectAccessible(page, 'a payment looked up after signing in');
  await link(page, 'Sign In').click();
  await page.getByLabel('Email').fill(ruth.user.email);
  await page.getByLabel('Password', { exact: true }).fill(goodPassword);
  await button(page, 'Sign In').click();
  await see(heading(page, 'Payment Successful!'));
  await see(page.getByText('Golden Thread is now active.'));
});

journey('a session without an id, of somebody else, and one that is not paid are no success', async (it) => {
  const { page, site, console } = it;
  const ruth = await createPerson(site);
  const theirs = await choosePlan(site, await createPerson(site), { subscriptionPlan: 'premium' });
  await press(site, theirs, 'pay');
  const unpaid = await choosePlan(site, ruth, { subscriptionPlan: 'premium' });
  await signIn(page, ruth, '/checkout-success');
  await see(heading(page, 'Payment Issue'));
  await see(page.getByRole('link', { name: 'letters@long-after.example' }));
  expect(await page.getByText('Verification Error').count()).toBe(0);
  console.expect(/status of 404/);
  for (const { sessionId } of [theirs, unpaid]) {
    await page.goto(`/checkout-success?session_id=${sessionId}`);
    await see(heading(page, 'Payment Issue'));
    await see(
      page.getByText(
        'There was an issue verifying your payment. Please contact support if your payment was charged.',
      ),
    );
  }
  await link(page, 'Back to Dashboard').click();
  await see(heading(page, 'First Echo'));
});

journey(
  'every screen of paying is for everybody: axe, in both themes, also at 320 px',
  async ({ page, site, console }) => {
    console.expect(/409/);
    const ruth = await createPerson(site, { subscriptionPlan: 'premium' });
    await signIn(page, ruth, '/checkout?cancelled=true');
    await see(plan(page, 'Eternal Light').getByText('Your choice at sign-up'));
    await expectAccessible(page, 'checkout, cancelled');
    const choose = (subscriptionPlan: PaidPlanKey) =>
      choosePlan(site, ruth, { subscriptionPlan, billingPeriod: 'three_years' });
    const closed = await choose('basic');
    await page.goto(`/sandbox-payment/${closed.paymentId}`);
    await see(heading(page, 'Pay Long After'));
    const open = await choose('premium');
    await button(page, /^Pay/).click();
    await see(heading(page, 'This payment page is closed'));
    await expectAccessible(page, 'a closed payment page');
    await press(site, open, 'decline');
    await page.goto(`/sandbox-payment/${open.paymentId}`);
    await see(page.getByText('The payment was declined.'));
    await expectAccessible(page, 'the trial payment page, declined');
    await press(site, open, 'pay');
    await page.goto(`/checkout-success?session_id=${open.sessionId}`);
    await see(heading(page, 'Payment Successful!'));
    await expectAccessible(page, 'payment successful');
    await page.goto('/checkout');
    await see(plan(page, 'Golden Thread').getByText('Change to Golden Thread'));
    await see(page.getByText(/^You have Eternal Light, three years\. It renews on \d+\s\w+\s\d{4}\.$/));
    expect(await page.getByText('The payment page comes next.').count()).toBe(0);
    await expectAccessible(page, 'checkout with a plan');
    await page.goto('/checkout-success');
    await see(heading(page, 'Payment Issue'));
    await expectAccessible(page, 'payment issue');
  },
);
