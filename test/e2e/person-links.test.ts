import { expect } from 'vitest';
import { ensureInquiry, inquiryLink } from '../../server/features/people/recipients/inquiries/links.ts';
import { inTransaction } from '../../server/platform/database.ts';
import type { GuardianPage } from '../../shared/delivery/guardians.ts';
import type { InquiryKind } from '../../shared/people/inquiries.ts';
import type { Recipient } from '../../shared/people/recipients.ts';
import { createPerson, createRecipient } from '../factories.ts';
import { askDaniel, createFamily, leaveForMaya } from '../guardians.ts';
import { mailTo } from '../mailbox.ts';
import { openJourneys } from './support/journey.ts';
import { expectAccessibleAndLarge } from './support/large-text.ts';
import { becomes, button, heading, see } from './support/steps.ts';

const journey = await openJourneys({ startsAt: '2026-10-12T15:00:00Z' });

journey(
  'a guardian keeps something sealed until later, lets it come after all, and sees nothing of it',
  async ({ page, site }) => {
    const family = await createFamily(site);
    await leaveForMaya(site, family, 20);
    const token = await askDaniel(site, family);
    const answers = async () => {
      const answer = await site.app.inject({ url: `/api/guardian/${token}` });
      return answer.json<GuardianPage>().moments.map((moment) => moment.answer);
    };
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/guardian/${token}`);
    await see(button(page, 'Let it come'));
    await expectAccessibleAndLarge(page, 'what a guardian is asked');
    expect(await answers()).toEqual([null]);
    await button(page, 'Not yet').click();
    const question = heading(page, 'Not yet. When shall we ask you again?');
    await becomes(() => question.evaluate((element) => element === document.activeElement), true);
    await button(page, 'Let it come after all').click();
    await see(heading(page, 'It can come.'));
    expect(await answers()).toEqual(['come']);
    await button(page, 'Not yet after all').click();
    await page.getByRole('radio', { name: /Do not ask me again/ }).check();
    await expectAccessibleAndLarge(page, 'when a guardian is asked again');
    await button(page, 'Keep it sealed').click();
    await see(button(page, 'Let it come after all'));
    expect(await answers()).toEqual(['not_yet']);
    await button(page, 'Let it come after all').click();
    await see(button(page, 'Not yet after all'));
    expect(await answers()).toEqual(['come']);
    await expectAccessibleAndLarge(page, 'what a guardian has answered');
  },
  { sharesClock: true },
);

journey(
  'somebody who is asked for their address gives another one, and says no to being a trusted contact',
  async ({ page, site }) => {
    const owner = await createPerson(site);
    const leo = await createRecipient(owner, { firstName: 'Leo', trustedContact: true });
    const links = await inTransaction(site.services.db, async (tx) => {
      const contact = { channel: 'email', address: leo.email ?? '' } as const;
      const of = { id: leo.id, userId: owner.user.id };
      const make = (kind: InquiryKind) => ensureInquiry(tx, site.services, of, kind, contact);
      return { address: await make('address'), trust: await make('trust') };
    });
    const open = (id: string) => page.goto(new URL(inquiryLink(site.services, id)).pathname);
    await page.setViewportSize({ width: 390, height: 844 });
    await open(links.address);
    await see(button(page, 'It reaches me'));
    await expectAccessibleAndLarge(page, 'what a recipient is asked');
    await button(page, 'Give another address').click();
    await page.getByLabel('New email address').fill('leo.new@example.com');
    await button(page, 'Send me the code').click();
    await see(page.getByLabel('Six-digit code'));
    await expectAccessibleAndLarge(page, 'the code for a new address');
    const [mail] = await mailTo(site.services, 'leo.new@example.com');
    await page.getByLabel('Six-digit code').fill(/\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '');
    await button(page, 'Confirm it').click();
    await see(page.getByText('leo.new@example.com'));
    await button(page, 'Leave my address as it was').click();
    await button(page, 'It reaches me').click();
    await see(page.getByRole('heading', { name: 'Thank you, Leo.' }));
    await expectAccessibleAndLarge(page, 'an address that is right');

    await open(links.trust);
    await button(page, 'I would rather not').click();
    await see(button(page, 'I would do it after all'));
    await expectAccessibleAndLarge(page, 'a trusted contact who leaves');
    await button(page, 'I would do it after all').click();
    await see(button(page, 'I would rather not after all'));
    const entry = (await owner.request({ url: '/api/recipients' })).json<Recipient[]>();
    expect(entry).toMatchObject([
      { trustedContact: true, answers: { address: { answer: 'right' }, trust: { answer: 'yes' } } },
    ]);
  },
  { sharesClock: true },
);
