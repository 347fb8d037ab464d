import type { z } from 'zod';
import type { KeepCurrentForm } from '../../../../shared/billing/keep-current.ts';
import { formatDate } from '../../../../shared/dates.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { lockOwner } from '../../accounts/profile/profile.ts';
import { openPage, prepareCheckout } from '../payments/checkout-sessions/checkout-sessions.ts';
import type { PaymentEffects } from '../payments/payment-events/payment-events.ts';
import { askWhetherRenewed } from '../subscriptions/subscriptions.ts';
import { findByToken, pathOf } from './links.ts';
import { dueOn } from './read-page.ts';

/**
 * Opens a page on which anybody can pay what is due now. Others may have one open too: the first to pay pays,
 * and later payments are refunded. 404 for a link that opens nothing, 409 if nothing is due.
 */
export async function openPastDueCheckout(
  services: Services,
  effects: PaymentEffects,
  token: string,
  { payerName, payerEmail }: z.output<typeof KeepCurrentForm>,
  origin: string,
): Promise<{ url: string }> {
  const { db, clock } = services;
  const { owner: known } = await findByToken(db, clock.now(), token);
  await askWhetherRenewed(services, effects, known.id);
  const checkout = await inTransaction(db, async (tx) => {
    const owner = await lockOwner(tx, known.id);
    const { link } = await findByToken(tx, clock.now(), token);
    const due = dueOn(owner, clock.now());
    if (!due) throw new AppError('conflict', 'Nothing is due any more. You do not have to pay.');
    return prepareCheckout(tx, services, owner, {
      purpose: 'arrears',
      subjectId: link.id,
      payer: { name: payerName || null, email: payerEmail },
      lines: due.months.map(({ from, to, amountCents }) => ({
        label: `${owner.firstName}’s account, ${formatDate(from, 'UTC')} to ${formatDate(to, 'UTC')}`,
        amountCents,
      })),
      origin,
      successPath: pathOf(services, link),
      cancelPath: `${pathOf(services, link)}?left=true`,
    });
  });
  const { url } = await openPage(services, checkout);
  return { url };
}
