/** What the store gives staff to do: an order that has been shipped, a payment made twice, and a receipt that did not arrive. */

import { and, desc, eq, isNotNull } from 'drizzle-orm';
import { users } from '../../server/features/accounts/profile/profile.table.ts';
import { receivePaymentEvent } from '../../server/features/billing/payments/payment-events/payment-events.ts';
import { outboxMails } from '../../server/features/outbox/messages/mails/mails.table.ts';
import { reopenGiftCheckout } from '../../server/features/store/gifts/own-gift-orders.ts';
import { moveGiftOrder } from '../../server/features/store/gifts/staff-actions.ts';
import { requireFound } from '../../server/platform/errors.ts';
import { wallClockAt } from '../../server/platform/local-time.ts';
import { paySandboxPayment } from '../../server/platform/payments/sandbox.ts';
import { paymentEffects } from '../../server/wiring.ts';
import { dayFrom } from './days.ts';
import { type Demo, untilDelivered } from './environment.ts';
import { type Session, signIn } from './http.ts';
import { ruth } from './ruth.ts';

const seenUnchanged = { trackingNumber: null, vendorOrderId: null, adminNotes: null };

/** Happens today, once staff have their account. */
export async function leaveStoreWork(demo: Demo): Promise<void> {
  const session = await signIn(demo, ruth);
  await orderTwicePaid(demo, session);
  const { id: orderId, page } = await order(demo, session, 2, ['flowers']);
  await pay(demo, page);
  await report(demo, page);
  await send(demo, orderId);
  await untilDelivered(demo, session);
  await refuseLastReceipt(demo, session);
}

/** Balloons for Maya, paid for on a second page before we had heard about the first payment. */
async function orderTwicePaid(demo: Demo, session: Session): Promise<void> {
  const { id, page } = await order(demo, session, 20, ['balloons']);
  await pay(demo, page);
  const { url } = await reopenGiftCheckout(demo.services, session.ownerId, id, demo.address);
  await pay(demo, url);
  for (const paid of [page, url]) await report(demo, paid);
}

async function order(demo: Demo, session: Session, days: number, gifts: string[]) {
  const day = dayFrom(demo.clock.now(), days, '12:00', ruth.timezone);
  const { id, checkoutUrl } = await session.orderGifts({
    gifts,
    recipientName: 'Maya Alvarez',
    deliveryAddress: '88 Spruce Street, Apt 4, Philadelphia, PA 19106',
    deliveryDate: wallClockAt(day, ruth.timezone).localDate,
  });
  return { id, page: requireFound(checkoutUrl ?? undefined) };
}

async function pay({ services: { db }, clock }: Demo, page: string): Promise<void> {
  const isPaid = await paySandboxPayment(db, clock.now(), paymentIdOf(page));
  if (!isPaid) throw new Error(`${page} cannot be paid`);
}

async function report({ services, clock }: Demo, page: string): Promise<void> {
  const paymentId = paymentIdOf(page);
  const event = { id: `${paymentId}:paid`, type: 'paid', paymentId, at: clock.now() } as const;
  await receivePaymentEvent(services, paymentEffects, event);
}

function paymentIdOf(page: string): string {
  return new URL(page).pathname.split('/').at(-1) ?? '';
}

async function send({ services }: Demo, orderId: string): Promise<void> {
  const [member] = await services.db.select().from(users).where(eq(users.isAdmin, true));
  if (!member) throw new Error('There is no staff to send an order');
  const by = { actor: member.id, id: orderId };
  const reason = 'Handed to the carrier';
  await moveGiftOrder('begin')(services, {
    ...by,
    reason: 'Begun this morning',
    seen: { ...seenUnchanged, status: 'paid' },
  });
  await moveGiftOrder('ship')(services, {
    ...by,
    reason,
    seen: { ...seenUnchanged, status: 'preparing' },
    trackingNumber: '1Z 999 AA1 0123 4567',
  });
}

/** As if the mail server had refused it, because this machine's mailbox accepts everything. */
async function refuseLastReceipt({ services, clock }: Demo, { ownerId }: Session): Promise<void> {
  const { db } = services;
  const [receipt] = await db
    .select({ id: outboxMails.id })
    .from(outboxMails)
    .where(
      and(
        eq(outboxMails.userId, ownerId),
        eq(outboxMails.kind, 'payment-received'),
        isNotNull(outboxMails.sentAt),
      ),
    )
    .orderBy(desc(outboxMails.id))
    .limit(1);
  if (!receipt) throw new Error('No receipt was sent');
  const lastAnswer = '552 5.2.2 (address): the mailbox is full';
  await db
    .update(outboxMails)
    .set({ sentAt: null, failedAt: clock.now(), lastAnswer })
    .where(eq(outboxMails.id, receipt.id));
}
