import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { eventually } from '../app.ts';
import { actOnReport, beginReport, confirmReport, type Report, reportRow } from '../death-reports.ts';
import {
  createLetter,
  createPerson,
  createRecipient,
  createSchedule,
  createStaff,
  type Person,
} from '../factories.ts';
import { mailTo } from '../mailbox.ts';
import { openJourneys } from './support/journey.ts';
import { expectAccessibleAndLarge } from './support/large-text.ts';
import { receivedPath, untilApproved } from './support/scheduled-letters.ts';
import type { Site } from './support/site.ts';
import { becomes, button, fillSignIn, heading, see, seeGone, signIn } from './support/steps.ts';
import { untilReleased } from './support/until-released.ts';

const journey = await openJourneys({
  env: { DEATH_OBJECTION_HOURS: '24', DEATH_VERIFICATION_APPROVERS: '2' },
});

journey(
  'the whole way after a death: a report, two who verify it, a contact who first asks to wait, then the release, a pause that is lifted, an address that is put right, and the letter',
  async ({ page: reporter, site, openDevice }) => {
    const { page: owner, console } = await openDevice();
    const { page: contact, console: ofContact } = await openDevice();
    const { page: agnes } = await openDevice();
    const { page: bruno } = await openDevice();
    const { page: recipient } = await openDevice();
    const { ruth, maya, ines, jonas } = await ruthLeavesALetter(site);
    const staff = [await createStaff(site), await createStaff(site)] as const;

    const report = await beginReport(site, { personEmail: ruth.user.email });
    await confirmReport(site, report);
    await reporter.goto(`/report-a-death/${report.token}`);
    await sendProof(reporter);
    await becomes(async () => (await reportRow(site, report)).userId, ruth.user.id);

    await approveOnScreen(agnes, staff[0]);
    expect((await reportRow(site, report)).state).toBe('in_review');
    await approveOnScreen(bruno, staff[1]);
    await becomes(async () => (await reportRow(site, report)).state, 'objection_window');

    const path = await trustedPath(site, ines.email);
    await contact.goto(path);
    await see(heading(contact, 'Inés, is Ruth alive?'));
    await expectAccessibleAndLarge(contact, 'is she alive');
    await button(contact, 'Tell us').click();
    await see(contact.getByText('Please choose one of the two'));
    await contact.getByLabel('It should wait').press('Space');
    await contact.getByLabel(/A word to the person/).fill('Her sister is on her way to the hospital');
    await contact.keyboard.press('Tab');
    await contact.keyboard.press('Enter');
    await see(heading(contact, 'Thank you, Inés. We are looking into it.'));
    expect((await reportRow(site, report)).state).toBe('stopped');
    await approveAgain(report, staff);
    await contact.reload();
    await see(heading(contact, 'Inés, is Ruth alive?'));

    // During the day that passes nobody is on the staff's pages, who would be signed out.
    await agnes.goto('about:blank');
    await bruno.goto('about:blank');
    await untilReleased(site, report);
    console.expect(/40[13]/);
    await owner.goto('/auth?mode=signin');
    await fillSignIn(owner, ruth.user.email);
    await see(owner.getByText('This account has been memorialised').first());

    await contact.goto(path);
    await see(heading(contact, 'Inés, Ruth asked you to help.'));
    await see(heading(contact, 'Maya Alvarez'));
    await expectAccessibleAndLarge(contact, 'the people whom she wrote down');
    await contact.getByRole('link', { name: /^Maya Alvarez No address yet/ }).press('Enter');
    await becomes(
      () => heading(contact, 'Maya Alvarez').evaluate((element) => element === document.activeElement),
      true,
    );
    const hardTime = contact.getByRole('checkbox', { name: /hard time for Maya/ });
    await hardTime.press('Space');
    await see(contact.getByText('Saved. Nothing goes to Maya until you lift it.'));
    ofContact.expect(/400/);
    await contact.getByLabel('Email', { exact: true }).fill('maya@nowhere');
    await contact.getByRole('link', { name: /^Inés Duarte · you/ }).click();
    await see(heading(contact, 'Inés Duarte'));
    await see(contact.getByText('This is you.'));
    expect(await contact.locator('main form').count()).toBe(0);
    await contact.getByRole('link', { name: /^Maya Alvarez/ }).click();
    await becomes(() => contact.getByLabel('Email', { exact: true }).inputValue(), 'maya@nowhere');
    await contact.getByLabel('Email', { exact: true }).focus();
    await contact.keyboard.press('Enter');
    await see(contact.getByText('Please enter a valid email').first());
    await contact.getByLabel('Email', { exact: true }).fill(mayaEmail);
    await contact.keyboard.press('Enter');
    await see(contact.getByText(/^Saved\. From .* Until then nothing goes to Maya\.$/));
    expect((await mailTo(site.services, mayaEmail)).length).toBe(0);
    await hardTime.press('Space');
    await see(contact.getByText('Lifted. Whatever is for Maya goes on.'));
    await eventually(
      async () =>
        (await mailTo(site.services, jonas.email ?? '')).some(({ subject }) =>
          subject?.includes('a new address for Maya'),
        ),
      'the other contact hears of the address',
    );
    site.clock.advance(48 * 3600);

    await recipient.goto(await receivedPath(site, { ...maya, email: mayaEmail }));
    await button(recipient, 'Open').click();
    await see(recipient.getByText('Dear Maya, here is my toast.'));
    await contact.reload();
    await see(contact.getByRole('link', { name: /^Maya Alvarez Reached/ }));
    await contact.goto(path);
    await see(
      contact.getByText('Choose a person to see here how we reach them, and to correct what is wrong.'),
    );
  },
);

const mayaEmail = 'maya.alvarez@example.com';

/** A letter for after Ruth's death to Maya, whose address she never wrote down, and Inés and Jonas, who are to help. */
async function ruthLeavesALetter(site: Site) {
  const ruth = await createPerson(site, { plan: 'premium' });
  const maya = await createRecipient(ruth, { email: null, phone: null });
  const ines = await createRecipient(ruth, { firstName: 'Inés', lastName: 'Duarte', trustedContact: true });
  // With nobody but Inés, staff would have to look at Maya's address first.
  const jonas = await createRecipient(ruth, { firstName: 'Jonas', trustedContact: true });
  const { id: memoryId } = await createLetter(ruth);
  await untilApproved(ruth);
  const deliveryDate = site.clock.now().toISOString();
  await createSchedule(ruth, { memoryId, deliveryType: 'on_death', deliveryDate, recipientIds: [maya.id] });
  return { ruth, maya, ines, jonas };
}

async function sendProof(page: Page): Promise<void> {
  await see(heading(page, 'The proof'));
  const buffer = Buffer.from(onePixel, 'base64');
  await page
    .locator('input[type=file]')
    .last()
    .setInputFiles({ name: 'certificate.png', mimeType: 'image/png', buffer });
  await see(page.getByText(/, received$/));
  await button(page, 'Send').click();
  await see(heading(page, 'Thank you, Daniel. That is everything.'));
}

async function approveOnScreen(page: Page, staff: Person): Promise<void> {
  await signIn(page, staff, '/admin/death-reports');
  await see(page.getByText('Daniel Alvarez, their child').first());
  await see(page.getByText('Not yet. Open proof 1.'));
  await heading(page, 'Death reports').click();
  await page.keyboard.press('1');
  await page.getByLabel('Reason').fill('To read the certificate');
  await button(page, 'Open').click();
  await see(page.getByAltText('Death certificate'));
  await seeGone(page.getByText('Not yet. Open proof 1.'));
  await heading(page, 'Death reports').click();
  await page.keyboard.press('v');
  await page.getByLabel('Reason').fill('The certificate is right');
  await button(page, 'Verify').last().click();
  await seeGone(page.getByRole('dialog'));
}

/** Approves again, once the reason to wait is known. */
async function approveAgain(report: Report, staff: readonly Person[]): Promise<void> {
  for (const person of staff) await actOnReport(person, report, 'approvals');
}

/** The path of the page that the mail to a trusted contact links to. */
async function trustedPath(site: Site, email: string | null): Promise<string> {
  return eventually(
    async () =>
      (await mailTo(site.services, email ?? '')).flatMap(
        ({ text }) => /\/trusted\/[\w-]+/.exec(text) ?? [],
      )[0],
    'the link of a trusted contact',
  );
}

const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
