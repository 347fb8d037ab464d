import { formatDate } from '../../../../../shared/dates.ts';
import { formatDollarsAndCents } from '../../../../../shared/dollars.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import { enqueueMail } from '../../../outbox/mails/mails.ts';

interface Receipt {
  /** Of the payment: there is one receipt for each. */
  id: string;
  /** In dollars. */
  amount: number;
  paidAt: Date;
  /** A sentence or two about what was paid for. */
  receipt: string;
  /** Who paid, where it was not the owner. */
  payerEmail?: string | null;
}

/** Mails the payer what they have paid, if `tx` commits. Somebody else's receipt goes out even after the owner's death. */
export async function sendReceipt(
  tx: Tx,
  services: Pick<Services, 'jobs' | 'clock' | 'payments'>,
  owner: UserRow,
  { id, amount, paidAt, receipt, payerEmail }: Receipt,
): Promise<void> {
  const trial = services.payments.movesMoney ? '' : ' This was a trial payment: no money has moved.';
  const day = formatDate(paidAt, owner.timezone);
  await enqueueMail(tx, services, {
    kind: payerEmail ? 'payer-receipt' : 'payment-received',
    userId: owner.id,
    toAddress: payerEmail ?? owner.email,
    details: { detail: `${formatDollarsAndCents(amount)}, paid on ${day}. ${receipt}${trial}` },
    dedupeKey: `payment-received:${id}`,
  });
}
