import { eq } from 'drizzle-orm';
import { users } from '../../server/features/accounts/profile/profile.table.ts';
import { checkoutSessions } from '../../server/features/billing/payments/checkout-sessions/checkout-sessions.table.ts';
import { refunds } from '../../server/features/billing/payments/refunds/refunds.table.ts';
import { paymentNotices } from '../../server/features/billing/webhooks/webhooks.table.ts';
import { type GiftOrderRow, giftOrders } from '../../server/features/store/gifts/gifts.table.ts';
import { wholeDaysAfter } from '../../server/platform/clock.ts';
import { newId } from '../../server/platform/ids.ts';
import { createPerson } from '../factories.ts';
import type { Question, RouteRows, Scene } from './row.ts';
import { freshStaffRow, staffRow } from './staff-row.ts';

/** An order in the status that the act needs. */
const orderIn =
  (status: GiftOrderRow['status'], more: object = {}) =>
  async ({ testApp, owner }: Scene): Promise<Question> => {
    const at = testApp.clock.now();
    const [order] = await testApp.services.db
      .insert(giftOrders)
      .values({
        userId: owner.user.id,
        giftType: 'gift',
        giftDetails: [{ id: 'flowers', name: 'Fresh Flowers', price: 89 }],
        recipientName: 'Maya',
        deliveryAddress: '1 Quay Street',
        deliveryDate: '2099-05-04',
        totalAmount: 89,
        status,
        createdAt: at,
        updatedAt: at,
      })
      .returning();
    const seen = { status, trackingNumber: null, vendorOrderId: null, adminNotes: null };
    return { params: { id: order?.id ?? '' }, payload: { reason: 'A test', seen, ...more } };
  };

/** Owed to somebody else, because nobody records their own. */
async function owedRefund({ testApp }: Scene): Promise<Question> {
  const { user } = await createPerson(testApp);
  const at = testApp.clock.now();
  const { db } = testApp.services;
  const payment = { amount: 89, provider: 'sandbox', paymentId: user.id, paidAt: at };
  const [session] = await db
    .insert(checkoutSessions)
    .values({ ...payment, userId: user.id, purpose: 'subscription', expiresAt: at, createdAt: at })
    .returning();
  const [refund] = await db
    .insert(refunds)
    .values({ ...payment, checkoutSessionId: session?.id ?? '', cause: 'lesser-plan', owedSince: at })
    .returning();
  const payload = { reason: 'A test', reference: 're_1', seen: { state: 'owed' } };
  return { params: { id: refund?.id ?? '' }, payload };
}

async function failedNotice({ testApp }: Scene): Promise<Question> {
  const { db, clock } = testApp.services;
  const id = `stripe:evt_${newId()}`;
  await db
    .insert(paymentNotices)
    .values({ id, type: 'charge.refunded', chargeId: 'pi_1', receivedAt: clock.now(), failures: 1 });
  return { params: { id }, payload: { reason: 'A test', seen: { failures: 1 } } };
}

/** Of somebody else: nobody extends their own. */
async function lapsed({ testApp }: Scene): Promise<Question> {
  const { db, clock } = testApp.services;
  const paidThrough = wholeDaysAfter(clock.now(), -1);
  const { id } = (await createPerson(testApp)).user;
  await db.update(users).set({ subscriptionPlan: 'basic', paidThrough }).where(eq(users.id, id));
  const until = wholeDaysAfter(clock.now(), 30).toISOString().slice(0, 10);
  return { params: { id }, payload: { reason: 'A test', until, seen: { paidThrough } } };
}

const read = (make: (scene: Scene) => Promise<Question>) =>
  staffRow(200, async (scene) => {
    const { params = {} } = await make(scene);
    return { params };
  });

const details = { trackingNumber: null, vendorOrderId: 'V-1', adminNotes: 'Rang twice' };

export const staffStoreRows: RouteRows = {
  'GET /api/admin/gift-orders': staffRow(200),
  'GET /api/admin/gift-orders/:id': read(orderIn('paid')),
  'POST /api/admin/gift-orders/:id/begin': staffRow(200, orderIn('paid')),
  'POST /api/admin/gift-orders/:id/ship': staffRow(200, orderIn('preparing', { trackingNumber: 'T-1' })),
  'POST /api/admin/gift-orders/:id/arrive': staffRow(200, orderIn('shipped')),
  'POST /api/admin/gift-orders/:id/cancel': freshStaffRow(200, orderIn('paid')),
  'PUT /api/admin/gift-orders/:id/details': staffRow(200, orderIn('paid', details)),
  'GET /api/admin/refunds': staffRow(200),
  'GET /api/admin/refunds/:id': read(owedRefund),
  'POST /api/admin/refunds/:id/refund': freshStaffRow(200, owedRefund),
  'POST /api/admin/refunds/:id/given-back': freshStaffRow(200, owedRefund),
  'GET /api/admin/disputes': staffRow(200),
  'GET /api/admin/payment-notices': staffRow(200),
  'POST /api/admin/payment-notices/:id/try-again': freshStaffRow(204, failedNotice),
  'POST /api/admin/payment-notices/:id/set-aside': freshStaffRow(204, failedNotice),
  'GET /api/admin/arrears': staffRow(200),
  'GET /api/admin/arrears/:id': read(lapsed),
  'POST /api/admin/arrears/:id/extend': freshStaffRow(204, lapsed),
};
