import { expect } from 'vitest';
import { createPerson, createRecipient, createStaff, goodPassword } from '../factories.ts';
import { openJourneys } from './support/journey.ts';
import { expectAccessibleAndLarge } from './support/large-text.ts';
import { button, fillSignIn, heading, see, seeGone, signIn } from './support/steps.ts';

const journey = await openJourneys();

journey(
  'staff who keep nothing of their own begin in the console, the others at home with a link to it',
  async ({ page, site, openDevice }) => {
    const [agnes, ruth] = [await createStaff(site), await createStaff(site)];
    await createRecipient(ruth);
    await page.goto('/auth');
    await fillSignIn(page, agnes.user.email);
    await page.waitForURL('**/admin');
    await see(page.getByRole('link', { name: 'Back to my account' }));
    const other = await openDevice();
    await other.page.goto('/auth');
    await fillSignIn(other.page, ruth.user.email);
    await see(other.page.getByRole('link', { name: 'Staff', exact: true }));
    expect(new URL(other.page.url()).pathname).toBe('/');
  },
);

journey(
  'security 22: staff find a person by a key and a name, suspend the sign-in with a reason, and let them in again',
  async ({ page, console, site, openDevice }) => {
    console.expect(/409 .*\/suspension/);
    const agnes = await createStaff(site, { firstName: 'Agnes', lastName: 'Lind' });
    const maya = await createPerson(site, { firstName: 'Maya', lastName: 'Okonjo' });
    const status = async () => {
      const payload = { email: maya.user.email, password: goodPassword };
      return (await site.app.inject({ method: 'POST', url: '/api/auth/login', payload })).statusCode;
    };

    await signIn(page, agnes, '/admin/deliveries');
    await see(heading(page, 'Deliveries'));
    await page.keyboard.press('/');
    await page.keyboard.type('okonjo, m');
    await page.keyboard.press('Enter');
    const found = page.getByRole('link', { name: /^Maya Okonjo/ });
    await see(found);
    await expectAccessibleAndLarge(page, 'people found in the staff console');
    await page.getByRole('heading', { name: 'People' }).click();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await see(heading(page, 'Maya Okonjo'));
    await expectAccessibleAndLarge(page, 'a person in the staff console');

    await button(page, 'Suspend sign-in').click();
    const dialog = page.getByRole('dialog', { name: 'Suspend sign-in' });
    await see(dialog.getByText('Deliveries go on', { exact: false }));
    await dialog.getByLabel('Reason').fill('Her phone was stolen');
    await button(dialog, 'Suspend sign-in').click();
    await see(page.getByRole('heading', { name: 'Maya cannot sign in' }));
    const phone = await openDevice();
    phone.console.expect(/403 .*\/login/);
    await phone.page.goto('/auth');
    await fillSignIn(phone.page, maya.user.email);
    await see(phone.page.getByRole('alert').getByText('paused by our staff', { exact: false }));
    expect((await maya.request({ url: '/api/user/profile' })).statusCode).toBe(401);
    await see(page.getByText('Nobody is signed in to this account.'));
    await see(page.getByRole('listitem').getByText('Her phone was stolen'));

    // A colleague is faster.
    await button(page, 'Let in again').click();
    const again = page.getByRole('dialog', { name: 'Let them in again' });
    await again.getByLabel('Reason').fill('She has another one');
    const url = `/api/admin/people/${maya.user.id}`;
    const { email, isAdmin, suspendedAt, deletionRequestedAt } = (
      await agnes.request({ method: 'POST', url: `${url}/view` })
    ).json();
    const payload = { reason: 'Quicker', seen: { email, isAdmin, suspendedAt, deletionRequestedAt } };
    await agnes.request({ method: 'DELETE', url: `${url}/suspension`, payload });
    await button(again, 'Let them in again').click();
    await see(again.getByText('They have been let in again'));
    await page.keyboard.press('Escape');
    await seeGone(page.getByRole('heading', { name: 'Maya cannot sign in' }));
    expect(await status()).toBe(200);
  },
);
