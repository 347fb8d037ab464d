import { expect } from 'vitest';
import { addProof, sendReport } from '../death-reports.ts';
import { createLetter, createPerson, createRecipient, createSchedule, createStaff } from '../factories.ts';
import { tokenOf } from '../trusted-access.ts';
import { openJourneys } from './support/journey.ts';
import { expectAccessibleAndLarge } from './support/large-text.ts';
import { receivedPath, untilApproved } from './support/scheduled-letters.ts';
import { button, heading, see, seeGone, signIn } from './support/steps.ts';
import { untilReleased } from './support/until-released.ts';

const journey = await openJourneys({ env: { DEATH_OBJECTION_HOURS: '24' } });

journey(
  'a death is reported, staff read the proof and approve it, nobody objects, and the letter goes out; then the release is revoked, and the owner reads what went out',
  async ({ page, site, openDevice }) => {
    const [ruth, agnes] = [await createPerson(site, { plan: 'premium' }), await createStaff(site)];
    const maya = await createRecipient(ruth);
    const ines = await createRecipient(ruth, { firstName: 'Inés', trustedContact: true });
    const { id: memoryId } = await createLetter(ruth);
    await untilApproved(ruth);
    await createSchedule(ruth, {
      memoryId,
      deliveryType: 'on_death',
      deliveryDate: site.clock.now().toISOString(),
      recipientIds: [maya.id],
    });
    const report = await sendReport(site, { personEmail: ruth.user.email }, null);
    await addProof(site, report, Buffer.from(onePixel, 'base64'), { contentType: 'image/png' });

    await signIn(page, agnes, '/admin/death-reports');
    await see(heading(page, 'Death reports'));
    await see(page.getByRole('link', { name: /^Death reports 1 waiting/ }));
    await see(page.getByText('Daniel Alvarez, their child').first());
    await expectAccessibleAndLarge(page, 'the death reports of the staff console');
    await page.getByLabel('Name, email or id').fill('nobody of that name');
    await button(page, 'Find').click();
    await see(page.getByText('at least three letters', { exact: false }));
    await page.getByLabel('Name, email or id').fill('LVAREZ');
    await button(page, 'Find').click();
    await see(page.getByText('Daniel Alvarez, their child').first());
    expect(new URL(page.url()).searchParams.get('q')).toBe('LVAREZ');
    await button(page, 'Take it').click();
    await button(page, 'Take this report').click();
    await see(page.getByText('You look after this'));
    await page.getByLabel('Whose').selectOption('me');
    await see(page.getByText('Yours', { exact: true }));
    await see(page.getByText(/^If you verify: /));
    await see(page.getByText('Not yet. Open proof 1.'));
    await heading(page, 'Death reports').click();
    await page.keyboard.press('1');
    await page.getByLabel('Reason').fill('To read the certificate');
    await button(page, 'Open').click();
    await expect
      .poll(() =>
        page.getByAltText('Death certificate').evaluate((img: HTMLImageElement) => img.naturalWidth),
      )
      .toBe(1);
    await seeGone(page.getByText('Not yet. Open proof 1.'));
    await heading(page, 'Death reports').click();
    await page.keyboard.press('v');
    await page.getByLabel('Reason').fill('The certificate is right');
    await button(page, 'Verify').last().click();
    await see(page.getByRole('region', { name: 'Ruth Alvarez' }).getByText('Objection window'));
    await seeGone(page.getByRole('link', { name: /waiting/ }));

    // During the day that passes nobody is on the page, which would sign out.
    await page.goto('about:blank');
    await untilReleased(site, report);
    expect(await receivedPath(site, maya)).toContain('/received/');
    const contact = `/api/trusted/${tokenOf(site, report.id, ines)}`;
    const { email, phone, mailingAddress } = maya;
    const seen = { email, phone, mailingAddress };
    const corrected = { ...seen, mailingAddress: '1 Elm Street', seen };
    await site.app.inject({ method: 'PUT', url: `${contact}/people/${maya.id}`, payload: corrected });
    const said = { answer: 'alive', note: 'She rang me this morning' };
    await site.app.inject({ method: 'POST', url: `${contact}/answer`, payload: said });
    await signIn(page, agnes, '/admin/death-reports?state=released');
    await see(page.getByText('She rang me this morning'));
    await see(page.getByText('mailing address: 1 Elm Street', { exact: false }));
    await button(page, 'Revoke the release').click();
    await page.getByLabel('How do we know that they are alive?').fill('Her son called: she is alive');
    await button(page, 'Take it back').click();
    await see(page.getByText('link closed', { exact: false }));

    const { page: owner } = await openDevice();
    await signIn(owner, ruth, '/what-went-out');
    await see(heading(owner, 'What went out'));
    await see(owner.getByText('“For your thirtieth”', { exact: false }));
    await see(owner.getByText('Its link is closed and opens nothing any more.'));
    await expectAccessibleAndLarge(owner, 'what went out by mistake');
  },
);

const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
