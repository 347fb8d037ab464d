import { eq } from 'drizzle-orm';
import { formatDate } from '../../../../shared/dates.ts';
import { formatDollarsAndCents } from '../../../../shared/dollars.ts';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { type UserRow, users } from '../../accounts/profile/profile.table.ts';
import { everyAddressOf, shareMailbox } from '../../accounts/profile/profile.ts';
import { enqueueMail } from '../../outbox/messages/mails/mails.ts';
import { checkoutSessions } from './checkout-sessions/checkout-sessions.table.ts';
import type { RefundRow } from './refunds/refunds.table.ts';
import { subscriptionPayments } from './renewals/renewals.table.ts';

interface Receipt {
  /** The id of the payment: there is one receipt for each. */
  id: string;
  /** In dollars. */
  amount: number;
  paidAt: Date;
  /** A sentence or two about what was paid for. */
  receipt: string;
  /** Who paid, if it was not the owner. */
  payerEmail?: string | null;
}

/** Mails the payer a receipt if `tx` commits. Somebody else's receipt goes out even after the owner's death. */
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

/** The owner of the account that was paid for, and the payer's address if that was somebody else. */
export interface Payer extends UserRow {
  payerEmail: string | null;
}

/** Undefined if the account was erased. */
export async function findPayer(
  tx: Tx,
  {
    checkoutSessionId,
    subscriptionPaymentId,
  }: Pick<RefundRow, 'checkoutSessionId' | 'subscriptionPaymentId'>,
): Promise<Payer | undefined> {
  if (checkoutSessionId) {
    const [first] = await tx
      .select({ owner: users, payerEmail: checkoutSessions.payerEmail })
      .from(checkoutSessions)
      .innerJoin(users, eq(users.id, checkoutSessions.userId))
      .where(eq(checkoutSessions.id, checkoutSessionId));
    return first && { ...first.owner, payerEmail: first.payerEmail };
  }
  if (!subscriptionPaymentId) return undefined;
  const [renewal] = await tx
    .select({ owner: users })
    .from(subscriptionPayments)
    .innerJoin(users, eq(users.id, subscriptionPayments.userId))
    .where(eq(subscriptionPayments.id, subscriptionPaymentId));
  return renewal && { ...renewal.owner, payerEmail: null };
}

/** 409 if this member of staff is the payer: nobody else would notice that the money is still owed. */
export async function requireNotPayer(tx: Tx, actor: string, payer: Payer | undefined): Promise<void> {
  const [member] = await tx.select().from(users).where(eq(users.id, actor));
  if (!payer || !member) return;
  const { emails } = await everyAddressOf(tx, member);
  if (payer.id !== actor && !shareMailbox(emails, payer.payerEmail ? [payer.payerEmail] : [])) return;
  throw new AppError('conflict', 'This is your own payment. A colleague has to record that it was refunded.');
}

/** Tells the payer by mail about a refund if `tx` commits; once for each reference. `how` is a sentence. */
export async function tellPayer(
  tx: Tx,
  services: Pick<Services, 'jobs' | 'clock' | 'payments'>,
  payer: Payer | undefined,
  { id, amount, paidAt, reference }: RefundRow,
  how = 'It goes back the way it came.',
): Promise<void> {
  if (!payer) return;
  const trial = services.payments.movesMoney ? '' : ' It was a trial payment: no money has moved.';
  const day = formatDate(paidAt, payer.timezone);
  await enqueueMail(tx, services, {
    kind: payer.payerEmail ? 'payer-refund' : 'payment-refunded',
    userId: payer.id,
    toAddress: payer.payerEmail ?? payer.email,
    details: { detail: `${formatDollarsAndCents(amount)}, paid on ${day}. ${how}${trial}` },
    dedupeKey: `payment-refunded:${id}:${reference}`,
  });
}
