/** What the store gives staff to do: an order that is on its way, a payment made twice, and a receipt that did not arrive. */
import { and, desc, eq, isNotNull } from 'drizzle-orm';
import { users } from '../../server/features/accounts/accounts/accounts.table.ts';
import { receivePaymentEvent } from '../../server/features/billing/payment-events/payment-events.ts';
import { outboxMails } from '../../server/features/outbox/mails/mails.table.ts';
import { moveGiftOrder } from '../../server/features/store/gifts/staff-acts.ts';
import { reopenGiftCheckout } from '../../server/features/store/gifts/unpaid-gift-orders.ts';
import { wallClockAt } from '../../server/platform/local-time.ts';
import { paymentEffects } from '../../server/wiring.ts';
import { dayFrom } from './days.ts';
import { type Demo, untilDelivered } from './environment.ts';
import { type Session, signIn } from './http.ts';
import { ruth } from './ruth.ts';

const seenUnchanged = { trackingNumber: null, vendorOrderId: null, adminNotes: null };

/** Today, after staff have their account. */
export async function leaveStoreWork(demo: Demo): Promise<void> {
  const session = await signIn(demo, ruth);
  await orderTwicePaid(demo, session);
  const { id: orderId, pages } = await order(demo, session, 2, ['flowers']);
  await pay(demo, pages[0] ?? '');
  await send(demo, orderId);
  await untilDelivered(demo, session);
  await refuseLastReceipt(demo, session);
}

/** Balloons for Maya, paid on two pages at one moment. */
async function orderTwicePaid(demo: Demo, session: Session): Promise<void> {
  const { id, pages } = await order(demo, session, 20, ['balloons']);
  const { url } = await reopenGiftCheckout(demo.services, session.ownerId, id, demo.address);
  for (const page of [...pages, url]) await pay(demo, page);
}

async function order(demo: Demo, session: Session, days: number, gifts: string[]) {
  const day = dayFrom(demo.clock.now(), days, '12:00', ruth.timezone);
  const { id, checkoutUrl } = await session.orderGifts({
    gifts,
    recipientName: 'Maya Alvarez',
    deliveryAddress: '88 Spruce Street, Apt 4, Philadelphia, PA 19106',
    deliveryDate: wallClockAt(day, ruth.timezone).localDate,
  });
  return { id, pages: [checkoutUrl] };
}

/** As the provider reports it, whichever page is still open. */
async function pay({ services, clock }: Demo, page: string): Promise<void> {
  const paymentId = new URL(page).pathname.split('/').at(-1) ?? '';
  const event = { id: `${paymentId}:paid`, type: 'paid', paymentId, at: clock.now() } as const;
  await receivePaymentEvent(services, paymentEffects, event);
}

async function send({ services }: Demo, orderId: string): Promise<void> {
  const [member] = await services.db.select().from(users).where(eq(users.isAdmin, true));
  if (!member) throw new Error('There is no staff to send an order');
  const by = { actor: member.id, orderId };
  const reason = 'Handed to the carrier';
  await moveGiftOrder(services, 'begin', {
    ...by,
    reason: 'Begun this morning',
    seen: { ...seenUnchanged, status: 'paid' },
  });
  await moveGiftOrder(services, 'ship', {
    ...by,
    reason,
    seen: { ...seenUnchanged, status: 'preparing' },
    trackingNumber: '1Z 999 AA1 0123 4567',
  });
}

/** As if the mail server had refused it: the mailbox of this machine takes everything. */
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
