import { expect } from 'vitest';
import type { DeathReport } from '../../shared/after-death/death-reports.ts';
import { reportPathFor } from '../../shared/report-link.ts';
import { pdf } from '../death-reports.ts';
import { createPerson } from '../factories.ts';
import { mailTo } from '../mailbox.ts';
import { openJourneys } from './support/journey.ts';
import { seeFocus } from './support/keyboard.ts';
import { expectAccessibleAndLarge } from './support/large-text.ts';
import { becomes, button, heading, see, seeGone } from './support/steps.ts';

const journey = await openJourneys();
const reporterEmail = 'daniel.alvarez@example.com';

journey(
  'a son without an account reports a death, stops, comes back on the same device, and sends the proof',
  async ({ page, console, site }) => {
    const ruth = await createPerson(site);
    await page.goto(reportPathFor('D. Alvarez', 'Ruth Alvarez'));
    await expectAccessibleAndLarge(page, 'the beginning of a report');
    await button(page, 'Begin').click();
    const answer = async (label: string, text: string) => {
      await page.getByLabel(label, { exact: true }).fill(text);
      await page.keyboard.press('Enter');
    };
    await see(page.locator('input[value="D. Alvarez"]'));
    const name = page.getByLabel('Your full name', { exact: true });
    await name.fill('');
    await button(page, 'Continue').click();
    await see(page.getByText('Please enter your name'));
    await seeFocus(name);
    await answer('Your full name', 'Daniel Alvarez');
    await answer('Your email', reporterEmail);
    await button(page, 'Continue').click();
    await seeFocus(page.getByRole('radio', { name: 'I was married to them' }));
    await page.goBack();
    await see(heading(page, 'Where can we write to you?'));
    await page.goForward();
    await page.getByText('I am their child').click();
    await button(page, 'Continue').click();
    await see(page.locator('input[value="Ruth Alvarez"]'));
    await button(page, 'Continue').click();

    await page.reload();
    await button(page, 'Carry on where you left off').click();
    await see(heading(page, 'On what day did Ruth die?'));
    await button(page, 'Back').click();
    await answer('Their email (optional)', ruth.user.email);
    await page.getByLabel('Day', { exact: true }).fill('31');
    await page.getByLabel('Month', { exact: true }).selectOption('February');
    await page.getByLabel('Year', { exact: true }).fill('2026');
    await button(page, 'Continue').click();
    await see(page.getByText('Please enter the day, the month and the year'));
    await expectAccessibleAndLarge(page, 'the day of a death');
    await page.getByLabel('Day', { exact: true }).fill('3');
    await button(page, 'Continue').click();

    console.expect(/400/);
    const code = page.getByLabel('Six-digit code');
    await see(code);
    const codeOf = async () =>
      (await mailTo(site.services, reporterEmail)).flatMap(({ text }) => /\b\d{6}\b/.exec(text) ?? [])[0];
    await becomes(async () => (await codeOf()) !== undefined, true);
    const sent = (await codeOf()) ?? '';
    await code.fill(sent === '111111' ? '222222' : '111111');
    await button(page, 'Continue').click();
    await see(page.getByText(/That code is wrong or too old/));
    await seeFocus(code);
    await page.keyboard.type('9');
    expect(await code.inputValue()).toBe('9');
    await code.fill(`Your code is ${sent.slice(0, 3)} ${sent.slice(3)}. It works for 10 minutes.`);
    expect(await code.inputValue()).toBe(sent);
    // As in the mail, on any device.
    const [mailed] = (await mailTo(site.services, reporterEmail)).flatMap(
      ({ text }) => /\/report-a-death\/\S+#code=\d{6}/.exec(text) ?? [],
    );
    await page.goto(mailed ?? '');
    await see(heading(page, 'Please confirm your address'));
    await expectAccessibleAndLarge(page, 'the code that the mail filled in');
    await button(page, 'Confirm').click();

    await see(heading(page, 'The proof'));
    await expectAccessibleAndLarge(page, 'the proof of a death');
    const choose = (name: string, mimeType: string, content: string) =>
      page
        .locator('input[type=file]')
        .last()
        .setInputFiles({ name, mimeType, buffer: Buffer.from(content, 'base64') });
    const back = (await pdf('The back of the certificate')).toString('base64');
    await choose('letter.txt', 'text/plain', 'aGVsbG8=');
    await see(page.getByText('Please choose a PDF, a JPEG, a PNG or a HEIC file'));
    await button(page, 'There will be no certificate').click();
    const evidence = page.getByLabel(/What you can tell us/);
    await evidence.fill('Dr Weber knows');
    await page.route('**/submit', (route) => route.abort(), { times: 1 });
    await button(page, 'Send without it for now').click();
    await see(page.getByText(/This did not reach us/));
    console.expect(/ERR_FAILED/);
    await evidence.fill('');
    const bothChosen = Promise.withResolvers<void>();
    await page.route('**/proofs', (route) => bothChosen.promise.then(() => route.continue()), { times: 1 });
    await choose('certificate.png', 'image/png', onePixel);
    await choose('back.pdf', 'application/pdf', back);
    await see(page.getByRole('progressbar', { name: 'back.pdf' }));
    bothChosen.resolve();
    const received = page.getByText(/, received$/);
    await becomes(() => received.count(), 2);
    // As after a response that was lost.
    const again = page.waitForResponse((answer) => answer.status() === 409);
    await choose('certificate.png', 'image/png', onePixel);
    await again;
    console.expect(/409/);
    await seeGone(page.getByRole('progressbar', { name: 'certificate.png' }));
    expect(await page.getByText('We already have').count()).toBe(0);
    expect(await received.count()).toBe(2);
    await choose('gas-bill.pdf', 'application/pdf', (await pdf('A gas bill')).toString('base64'));
    await becomes(() => received.count(), 3);
    await expectAccessibleAndLarge(page, 'the files of a proof');
    await button(page, /^Take this file back.*gas-bill/).click();
    await see(page.getByText('You have taken gas-bill.pdf back. We erase it.'));
    expect(await received.count()).toBe(2);
    await button(page, 'Send').click();
    await see(heading(page, 'Thank you, Daniel. That is everything.'));
    await expectAccessibleAndLarge(page, 'the end of a report');
    expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('long-after-death-report');

    const link = /\/report-a-death\/([\w-]+)/;
    const linkOf = async () =>
      (await mailTo(site.services, reporterEmail)).flatMap(({ text }) => link.exec(text)?.[1] ?? [])[0];
    await becomes(async () => (await linkOf()) !== undefined, true);
    const token = (await linkOf()) ?? '';
    const { body } = await site.app.inject({ url: `/api/death-reports/${token}` });
    expect(JSON.parse(body) as DeathReport).toMatchObject({
      state: 'in_review',
      dateOfDeath: '2026-02-03',
      proofs: [{ mediaType: 'image/png' }, { mediaType: 'application/pdf' }],
      otherEvidence: null,
    });
    await page.goto(`/report-a-death/${token}`);
    await see(heading(page, 'Thank you, Daniel. That is everything.'));
  },
);

const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
