import { expect } from 'vitest';
import { freshSignInMinutes } from '../../shared/accounts/staff.ts';
import type { StaffDeliveryList } from '../../shared/delivery/staff-deliveries.ts';
import type { Memory } from '../../shared/memories/memories.ts';
import { changesOfPerson, decide, noticeTokenOf } from '../address-changes.ts';
import { eventually } from '../app.ts';
import { createPerson, createRecipient, createStaff, goodPassword } from '../factories.ts';
import { openJourneys } from './support/journey.ts';
import { pressOn, seeFocus } from './support/keyboard.ts';
import { expectAccessibleAndLarge } from './support/large-text.ts';
import { receivedPath, scheduleLetter } from './support/scheduled-letters.ts';
import { button, fillSignIn, heading, see, seeGone, signIn } from './support/steps.ts';

const journey = await openJourneys();

journey(
  'staff find a delivery that could not go out, give its recipient another address after entering the password again, and it is delivered',
  async ({ page, console, site }) => {
    console.expect(/403 .*\/address/);
    console.expect(/400 .*\/address/);
    const [ruth, agnes] = [await createPerson(site), await createStaff(site)];
    const maya = await createRecipient(ruth, { lastName: 'Okonjo', email: '' });
    await scheduleLetter(site, ruth, maya, 'For your thirtieth');
    site.clock.advance(60);
    await eventually(async () => {
      const answer = await agnes.request({ url: '/api/admin/deliveries', query: { recipient: 'Okonjo' } });
      return answer.json<StaffDeliveryList>().deliveries.length === 1;
    }, 'the delivery to stop');

    await page.goto('/admin');
    await fillSignIn(page, agnes.user.email);
    await see(page.getByRole('row', { name: /^Deliveries that wait for us .*\d no address/ }));
    await see(page.getByRole('heading', { name: 'The next 30 days' }));
    await see(page.getByText('Delivery worker'));
    await expectAccessibleAndLarge(page, 'the overview of the staff console');
    await button(page, 'Show as table').click();
    await see(page.getByRole('columnheader', { name: 'Waiting' }));
    await page.getByRole('link', { name: 'Back to my account' }).click();
    await page.getByRole('link', { name: 'Staff', exact: true }).click();
    await page.getByRole('link', { name: 'Deliveries that wait for us' }).click();
    await see(heading(page, 'Deliveries'));
    await page.getByLabel('Recipient', { exact: true }).fill('okonjo');
    await button(page, 'Find').click();
    const item = page.getByRole('button', { name: /^Maya Okonjo/ });
    await see(item);
    // One line, for a mouse.
    expect((await item.boundingBox())?.height).toBe(38);
    expect(new URL(page.url()).searchParams.get('recipient')).toBe('okonjo');
    await page.getByRole('heading', { name: 'Deliveries' }).click();
    await page.keyboard.press('j');
    await page.keyboard.press('o');
    await see(page.getByText('Owner asked for another address', { exact: false }));
    await expectAccessibleAndLarge(page, 'the deliveries of the staff console');

    // The other half of the time passes while the console is open, so that the session stays open.
    site.clock.advance((freshSignInMinutes * 60) / 2);
    await page.reload();
    await see(heading(page, 'Deliveries'));
    site.clock.advance((freshSignInMinutes * 60) / 2);
    await item.click();
    await button(page, 'Another address').click();
    const email = `right.${maya.id}@example.com`;
    await page.getByLabel('New email address').fill(email);
    await button(page, 'Propose another address').click();
    const again = page.getByRole('dialog', { name: 'Please enter your password again' });
    await see(again);
    await expectAccessibleAndLarge(page, 'the password asked for by the staff console');
    await again.getByLabel('Password', { exact: true }).fill(goodPassword);
    await button(again, 'Confirm and go on').click();
    await seeFocus(page.getByLabel('Reason'));
    await page.keyboard.type('Her daughter called');
    await button(page, 'Propose another address').click();
    await see(page.getByRole('status').getByText('A colleague has to confirm it now'));
    await page.getByRole('link', { name: /^New addresses/ }).click();
    await see(heading(page, 'New addresses'));
    const change = page.getByRole('button', { name: /^A new address for Maya Okonjo/ });
    await change.click();
    await see(button(page, 'Refuse'));
    await seeGone(button(page, 'Confirm'));
    await expectAccessibleAndLarge(page, 'the new addresses of the staff console');
    const [made] = await changesOfPerson(site, maya.id);
    const { id = '' } = made ?? {};
    expect((await decide(await createStaff(site), id, 'confirm')).statusCode).toBe(200);
    await see(page.getByText('Nobody can make it go sooner, not even us.'));

    const owner = await page.context().newPage();
    await owner.goto(`/address/${await noticeTokenOf(site, id, ruth.user.email)}`);
    await see(heading(owner, 'A new address for Maya'));
    await expectAccessibleAndLarge(owner, 'a changed address, for whoever was told of it');
    await button(owner, 'This is wrong').click();
    await see(heading(owner, 'Thank you. It is stopped.'));
    await expectAccessibleAndLarge(owner, 'a changed address that was stopped');
    await button(owner, 'It was right after all').click();
    await see(heading(owner, 'A new address for Maya'));
    await owner.close();

    site.clock.advance(48 * 3600);
    expect(await receivedPath(site, { ...maya, email })).toContain('/received/');
  },
);

journey(
  'staff hold two deliveries at once, then all of them, see so on every page, and let them go on',
  async ({ page, console, site }) => {
    console.expect(/404 .*\/api\/admin\/deliveries\//);
    console.expect(/403 .*\/api\/admin\/holds/);
    const [ruth, agnes] = [await createPerson(site), await createStaff(site)];
    const ofRuth = `/admin/deliveries?owner=${ruth.user.email}`;
    const letters: Memory[] = [];
    for (const firstName of ['Nia', 'Noah']) {
      const person = await createRecipient(ruth, { firstName, lastName: 'Adeyemi', email: '' });
      letters.push(await scheduleLetter(site, ruth, person, `For ${firstName}`));
    }
    site.clock.advance(60);
    await eventually(async () => {
      const answer = await agnes.request({ url: '/api/admin/deliveries', query: { owner: ruth.user.email } });
      return answer.json<StaffDeliveryList>().deliveries.length === 2;
    }, 'the deliveries to stop');

    await signIn(page, agnes, ofRuth);
    await see(page.getByRole('button', { name: /^Nia Adeyemi/ }));
    for (const key of ['j', 'x', 'j', 'x', 'b']) await page.keyboard.press(key);
    await see(page.getByText('2 of 2 chosen'));
    expect(await page.getByLabel('Choose Noah Adeyemi').isChecked()).toBe(true);
    await expectAccessibleAndLarge(page, 'chosen deliveries of the staff console');
    await seeFocus(button(page, 'Hold 2'));
    await page.keyboard.press('Enter');
    await see(page.getByText('2 deliveries will not be sent until released', { exact: false }));
    await page.getByLabel('Reason').fill('The family asked for time');
    await button(page.getByRole('dialog'), 'Hold 2').click();
    await see(page.getByRole('status').getByText('2 deliveries held.'));
    await see(page.getByRole('button', { name: /^Noah Adeyemi.*Held by staff/ }));
    for (const key of ['j', 'o']) await page.keyboard.press(key);
    await pressOn(page, button(page, 'Release'));
    const asked = page.getByRole('dialog', { name: 'Release this delivery' });
    await see(asked);
    await page.keyboard.press('Escape');
    await seeGone(asked);
    await seeFocus(button(page, 'Release'));
    // From the open part of the first row to the second. Both fell due at one instant, so either may come first.
    await page.keyboard.press('j');
    await seeFocus(page.locator('[data-row]').nth(1));

    // The sign-in becomes too old meanwhile: the dialog asks for the password, and what was typed is kept.
    site.clock.advance((freshSignInMinutes * 60) / 2);
    await page.reload();
    await see(heading(page, 'Deliveries'));
    site.clock.advance((freshSignInMinutes * 60) / 2);
    await button(page, 'Hold all deliveries').click();
    await page.getByLabel('Reason').fill('The links in the mails are wrong');
    await page.keyboard.press('Escape');
    await button(page.getByRole('alertdialog', { name: 'Close without saving?' }), 'Keep editing').click();
    expect(await page.getByLabel('Reason').inputValue()).toBe('The links in the mails are wrong');
    await button(page.getByRole('dialog'), 'Hold all deliveries').click();
    const again = page.getByRole('dialog', { name: 'Please enter your password again' });
    await again.getByLabel('Password', { exact: true }).fill(goodPassword);
    await button(again, 'Confirm and go on').click();
    const banner = page.getByRole('region', { name: 'All deliveries are held' });
    await see(banner);
    await page.goto('/admin/audit');
    await see(banner.getByText('The links in the mails are wrong', { exact: false }));
    await expectAccessibleAndLarge(page, 'the staff console while all deliveries are held');
    await button(banner, 'Release all').click();
    await page.getByLabel('Reason').fill('They are right again');
    await button(page.getByRole('dialog'), 'Release all deliveries').click();
    // While it is open, nothing behind it can be found by its role.
    await seeGone(page.getByRole('dialog'));
    await seeGone(banner);

    // The owner cancels both while staff write their reason: the list is empty, and the results are still shown.
    await page.goto(ofRuth);
    await page.getByLabel('Choose all on this page').check({ force: true });
    await button(page, 'Release 2').click();
    await page.getByLabel('Reason').fill('They have waited long enough');
    for (const { id } of letters) await ruth.request({ method: 'DELETE', url: `/api/memories/${id}` });
    await page.getByText('Nothing is waiting').waitFor({ state: 'attached' });
    await button(page.getByRole('dialog'), 'Release 2').click();
    await see(page.getByRole('dialog', { name: 'Not all of them' }));
  },
);
