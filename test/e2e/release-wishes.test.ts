import { expect } from 'vitest';
import { actOnReport, reportRow, sendReport } from '../death-reports.ts';
import { createPerson, createRecipient, createStaff, goodPassword } from '../factories.ts';
import { openJourneys } from './support/journey.ts';
import { expectAccessibleAndLarge } from './support/large-text.ts';
import { becomes, button, heading, openSetting, see, seeGone, signIn } from './support/steps.ts';

const journey = await openJourneys();

journey(
  'what comes after a death is chosen, a sheet is printed, and its code stops a report that is a mistake',
  async ({ page, site, openDevice }) => {
    const ruth = await createPerson(site);
    await createRecipient(ruth, { firstName: 'Inés', lastName: 'Duarte', trustedContact: true });
    const wishes = async () => (await ruth.request({ url: '/api/release-wishes' })).json();
    await signIn(page, ruth, '/settings?tab=after-death');
    const days = page.getByLabel('We wait for', { exact: true });
    await see(page.getByText(/^If you had not answered, .* Inés Duarte would get a link/));

    // One setting is open at a time, and each shows its current value.
    const setting = (title: string) => page.locator('details').filter({ hasText: title });
    await see(setting('Who may report your death').getByText('Anyone who knows you, with proof.'));
    await openSetting(page, 'Who may report your death');
    await see(page.getByRole('radio', { name: 'Anyone who knows you' }));
    await openSetting(page, 'How long we wait for your answer');
    await seeGone(page.getByRole('radio', { name: 'Anyone who knows you' }));
    await days.selectOption({ label: '10 days' });
    // It stays for as long as the pointer is on it.
    await page.getByText('Saved', { exact: true }).hover();
    expect((await wishes()).objectionDays).toBe(10);
    await button(page, 'Undo').click();
    await becomes(() => days.inputValue(), 'usual');
    await see(page.getByText('It is as it was before'));
    await days.selectOption({ label: '7 days' });
    await see(setting('How long we wait for your answer').getByText(/^10 days, and 7 days from /));
    await openSetting(page, 'Quiet days');
    await page.getByLabel('Dated deliveries wait for', { exact: true }).selectOption({ label: '30 days' });
    await openSetting(page, 'Who may report your death');
    const theirs = page.getByRole('radio', { name: 'Your trusted contacts' });
    await theirs.click();
    await becomes(() => theirs.isChecked(), true);
    await openSetting(page, 'A note to your trusted contacts');
    await page.getByLabel('Your note').fill('The key is with Ana.');
    await button(page, 'Save the note').click();
    await becomes(async () => (await wishes()).noteToContacts, 'The key is with Ana.');
    expect(await wishes()).toMatchObject({ reporters: 'trusted_contacts', objectionDays: 7, quietDays: 30 });
    await expectAccessibleAndLarge(page, 'after my death');

    await see(setting('A note to your trusted contacts').locator('q').getByText('The key is with Ana.'));
    await openSetting(page, 'A sheet for your papers');
    await page.getByRole('link', { name: 'A sheet for my trusted contacts' }).click();
    const forContacts = page.getByRole('article', { name: 'The sheet for your trusted contacts on paper' });
    await see(forContacts.getByText(/Then they wait 7 days/));
    await expectAccessibleAndLarge(page, 'sheet for trusted contacts');
    await page.getByRole('link', { name: 'Back to settings' }).click();

    await openSetting(page, 'A sheet for your papers');
    await page.getByRole('link', { name: 'Open my sheet' }).click();
    await button(page, 'Make a code').click();
    await page.getByLabel('Your password').fill(goodPassword);
    await button(page, 'Make the code').click();
    const paper = page.getByRole('article', { name: 'Your sheet on paper' });
    const shown = paper.getByText(/^[\dA-Z]{4}(-[\dA-Z]{4}){3}$/);
    await see(shown);
    const code = (await shown.textContent()) ?? '';
    await see(paper.getByText('/report-a-death'));
    await expectAccessibleAndLarge(page, 'sheet with its code');
    await page.emulateMedia({ media: 'print' });
    await see(page.getByText(code).last());
    await seeGone(heading(page, 'A sheet for your papers'));
    await page.emulateMedia({ media: 'screen' });
    await button(page, 'Print the sheet').click();

    await page.reload();
    await see(button(page, 'Make a new code'));
    expect(await page.content()).not.toContain(code);
    await page.close();

    const report = await sendReport(site, { personEmail: ruth.user.email });
    for (const staff of [await createStaff(site), await createStaff(site)])
      await actOnReport(staff, report, 'approvals');
    expect((await reportRow(site, report)).state).toBe('objection_window');
    const hospital = await openDevice();
    hospital.console.expect(/404/);
    await hospital.page.goto('/alive');
    const field = hospital.page.getByLabel('The code of your sheet');
    await field.fill(code.slice(1));
    await button(hospital.page, 'I am alive').click();
    await see(hospital.page.getByText(/The code has 16 letters and digits, and here are 15/));
    await field.fill('2222-2222-2222-2222');
    await button(hospital.page, 'I am alive').click();
    await see(hospital.page.getByText(/^We do not know this code/));
    await expectAccessibleAndLarge(hospital.page, 'code of the sheet');
    await field.fill(code.toLowerCase().replaceAll('-', ' '));
    await button(hospital.page, 'I am alive').click();
    await see(heading(hospital.page, 'Thank you, Ruth'));
    expect((await reportRow(site, report)).state).toBe('stopped');
  },
);
