import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { createPerson, createRecipient, createStaff } from '../factories.ts';
import { openJourneys } from './support/journey.ts';
import { expectAccessibleAndLarge } from './support/large-text.ts';
import { button, heading, see, signIn } from './support/steps.ts';

const journey = await openJourneys();

journey(
  'staff read in the audit log what an owner did, verify that nobody changed it, and take the entries along as a file',
  async ({ page, site }) => {
    const [ruth, agnes] = [await createPerson(site), await createStaff(site)];
    await createRecipient(ruth, { trustedContact: true });

    await signIn(page, agnes, '/admin/audit');
    await see(heading(page, 'Audit log'));
    await button(page, 'Verify now').click();
    await see(page.getByText(/^As it was written, up to entry/));

    await page.getByLabel('Whose account').fill(ruth.user.email);
    await button(page, 'Find').click();
    await page.getByLabel('What', { exact: true }).selectOption('recipient');
    const entry = page.getByRole('button', { name: /^Named a trusted contact/ });
    await see(entry);
    expect(await entry.innerText()).toContain('by the owner, account of Ruth Alvarez');
    await page.getByRole('heading', { name: 'Audit log' }).click();
    await page.keyboard.press('j');
    await page.keyboard.press('o');
    await see(page.getByText(ruth.user.id, { exact: false }).first());
    await expectAccessibleAndLarge(page, 'the audit log');

    await button(page, 'Export as a file').click();
    await page.getByLabel('Reason').fill('Asked for by the auditor');
    const downloading = page.waitForEvent('download');
    await button(page, 'Export').click();
    const file = await readFile(await (await downloading).path(), 'utf8');
    expect(file.split('\r\n').slice(1, -1)).toEqual([
      expect.stringContaining('recipient.trusted-contact-named'),
    ]);
  },
);
