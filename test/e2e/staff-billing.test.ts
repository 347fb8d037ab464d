import { expect } from 'vitest';
import { disputes } from '../../server/features/billing/payments/disputes/disputes.table.ts';
import { paymentNotices } from '../../server/features/billing/webhooks/webhooks.table.ts';
import { wholeDaysAfter } from '../../server/platform/clock.ts';
import { ownerInArrears } from '../arrears.ts';
import { createStaff } from '../factories.ts';
import { openJourneys } from './support/journey.ts';
import { expectAccessibleAndLarge } from './support/large-text.ts';
import { becomes, button, see, seeGone, signIn } from './support/steps.ts';

const journey = await openJourneys();

journey(
  'staff extend a plan that is not paid, read of a disputed charge, and set an event aside that failed',
  async ({ page, site }) => {
    const { owner } = await ownerInArrears(site);
    const agnes = await createStaff(site);
    const now = site.clock.now();
    await site.services.db.insert(disputes).values({
      ...{ provider: 'stripe', providerId: 'dp_1', chargeId: 'pi_1', amountCents: 8900, status: 'asked' },
      ...{ reason: 'product_not_received', url: 'https://payments.example/dp_1', openedAt: now },
      ...{ dueBy: wholeDaysAfter(now, 1), syncedAt: now },
    });
    await site.services.db.insert(paymentNotices).values({
      ...{ id: 'stripe:evt_1', type: 'invoice.paid', subscriptionId: 'sub_1', receivedAt: now },
      ...{ failures: 3, lastError: 'The provider did not answer' },
    });

    await signIn(page, agnes, '/admin/arrears');
    const row = page.getByRole('button', { name: /^Ruth Alvarez/ });
    await row.press('Enter');
    await see(page.getByText('$40.00', { exact: false }).first());
    await expectAccessibleAndLarge(page, 'who is in arrears');
    await button(page, 'Extend without a payment').click();
    await page
      .getByRole('dialog')
      .getByLabel('Until')
      .fill(wholeDaysAfter(now, 60).toISOString().slice(0, 10));
    await page.getByLabel('Reason').fill('She is in hospital, and her son will pay in May');
    await button(page, 'Extend the plan').click();
    await seeGone(row);
    const paidThrough = async () =>
      (await owner.request({ url: '/api/payments' })).json<{ unpaidSince: string | null }>().unpaidSince;
    await becomes(paidThrough, null);

    await page.getByRole('link', { name: /^Disputed charges/ }).click();
    await page.getByRole('button', { name: /^\$89\.00/ }).click();
    await see(page.getByRole('link', { name: 'Open it at the provider' }));
    await expectAccessibleAndLarge(page, 'the disputed charges');

    await page.getByRole('link', { name: /^Payment events/ }).click();
    await page.getByRole('button', { name: /invoice/ }).click();
    await expectAccessibleAndLarge(page, 'the payment events that failed');
    await button(page, 'Set aside').click();
    await page.getByLabel('Reason').fill('The subscription was made in a trial');
    await page.getByRole('dialog').getByRole('button', { name: 'Set this event aside' }).click();
    await see(page.getByText('Nothing here'));
    const [notice] = await site.services.db.select().from(paymentNotices);
    expect(notice?.setAsideAt).toEqual(expect.any(Date));
  },
);
