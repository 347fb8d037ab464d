import { eq } from 'drizzle-orm';
import { checkoutSessions } from '../../server/features/billing/payments/checkout-sessions/checkout-sessions.table.ts';
import type { PaymentList } from '../../shared/billing/subscriptions.ts';
import type { GiftOrder } from '../../shared/store/gift-orders.ts';
import { leo, openArrears, ownerInArrears } from '../arrears.ts';
import { createLetter } from '../factories.ts';
import { ownersMark, type Question, type RouteRows, row, type Scene } from './row.ts';

const order = { subscriptionPlan: 'basic', billingPeriod: 'monthly' };

async function openedCheckout({ testApp, owner }: Scene) {
  await owner.request({ method: 'POST', url: '/api/create-checkout-session', payload: order });
  const [session] = await testApp.services.db
    .select()
    .from(checkoutSessions)
    .where(eq(checkoutSessions.userId, owner.user.id));
  if (!session) throw new Error('No checkout was opened');
  return session;
}

const trialPayment = async (scene: Scene): Promise<Question> => ({
  params: { id: (await openedCheckout(scene)).paymentId ?? '' },
});

async function trialSubscription(scene: Scene): Promise<Question> {
  const { paymentId } = await openedCheckout(scene);
  await scene.testApp.app.inject({ method: 'POST', url: `/api/sandbox-payments/${paymentId}/pay` });
  return { params: { id: paymentId ?? '' } };
}

async function subscribed(scene: Scene): Promise<Question> {
  await trialSubscription(scene);
  return {};
}

/** A bouquet that goes with a letter of the owner. */
async function newOrder({ testApp, owner }: Scene): Promise<Question> {
  const { id: memoryId } = await createLetter(owner);
  const inMonths = new Date(testApp.clock.now().getTime() + 100 * 24 * 3_600_000);
  const payload = {
    gifts: ['flowers'],
    recipientName: ownersMark,
    deliveryAddress: `1 Harbour Road, ${ownersMark}`,
    deliveryDate: inMonths.toISOString().slice(0, 10),
    memoryId,
  };
  return { payload };
}

async function placedOrder(scene: Scene): Promise<Question> {
  const { payload = {} } = await newOrder(scene);
  const answer = await scene.owner.request({ method: 'POST', url: '/api/gift-orders', payload });
  return { params: { id: answer.json<GiftOrder>().id } };
}

/** The link of an owner in arrears, which works for anyone who has it. */
const ofLapsed = async ({ testApp }: Scene): Promise<Question> => ({
  params: { token: (await ownerInArrears(testApp)).token },
});

/** Paying. The sandbox page is as open as a provider's: anybody with its URL may pay. */
export const paymentRows: RouteRows = {
  'GET /api/keep-current': row(401, 200, 200, ofLapsed),
  'GET /api/keep-current/:token': row(200, 200, 200, ofLapsed),
  'POST /api/keep-current/:token/checkout': row(201, 201, 201, async (scene) => ({
    ...(await ofLapsed(scene)),
    payload: leo,
  })),
  'GET /api/keep-current/:token/payments/:sessionId': row(200, 200, 200, async ({ testApp }) => {
    const { token } = await ownerInArrears(testApp);
    return { params: { token, sessionId: (await openArrears(testApp, token)).sessionId } };
  }),
  'POST /api/create-checkout-session': row(401, 201, 201, () => ({ payload: order })),
  'GET /api/checkout-session/:sessionId': row(401, 404, 200, async (scene) => ({
    params: { sessionId: (await openedCheckout(scene)).id },
  })),
  'POST /api/subscription/change': row(401, 409, 200, async (scene) => {
    await trialSubscription(scene);
    return { payload: { subscriptionPlan: 'premium', billingPeriod: 'monthly' } };
  }),
  'POST /api/subscription/preview': row(401, 409, 200, async (scene) => {
    await trialSubscription(scene);
    return { payload: { subscriptionPlan: 'free' } };
  }),
  'POST /api/subscription/cancel': row(401, 409, 200, subscribed),
  'POST /api/subscription/resume': row(401, 409, 200, async (scene) => {
    await trialSubscription(scene);
    await scene.owner.request({ method: 'POST', url: '/api/subscription/cancel' });
    return {};
  }),
  'POST /api/subscription/portal': row(401, 409, 200, subscribed),
  'GET /api/payments': row(401, 200, 200, subscribed),
  'GET /api/payments/:id/receipt.pdf': row(401, 404, 200, async (scene) => {
    const { paymentId } = await openedCheckout(scene);
    await scene.testApp.app.inject({ method: 'POST', url: `/api/sandbox-payments/${paymentId}/pay` });
    const answer = await scene.owner.request({ url: '/api/payments' });
    return { params: { id: answer.json<PaymentList>().payments[0]?.id ?? '' } };
  }),
  'GET /api/gifts': row(401, 200, 200),
  'GET /api/gift-orders': row(401, 200, 200, placedOrder),
  'POST /api/gift-orders': row(401, 404, 201, newOrder),
  'POST /api/gift-orders/:id/checkout': row(401, 404, 201, placedOrder),
  'POST /api/gift-orders/:id/cancel': row(401, 404, 200, placedOrder),
  'GET /api/sandbox-payments/:id': row(200, 200, 200, trialPayment),
  'POST /api/sandbox-payments/:id/pay': row(200, 200, 200, trialPayment),
  'POST /api/sandbox-payments/:id/decline': row(200, 200, 200, trialPayment),
  'POST /api/sandbox-subscriptions/:id/renewals': row(204, 204, 204, async (scene) => ({
    ...(await trialSubscription(scene)),
    payload: { isDeclined: false },
  })),
  'POST /api/sandbox-subscriptions/:id/months': row(204, 204, 204, async (scene) => ({
    ...(await trialSubscription(scene)),
    payload: { months: 1 },
  })),
  'POST /api/sandbox-payments/:id/cancel': row(200, 200, 200, trialPayment),
};
