import { eq } from 'drizzle-orm';
import { checkoutSessions } from '../../server/features/checkout-sessions/checkout-sessions.table.ts';
import { type Question, type RouteRows, row, type Scene } from './row.ts';

const order = { subscriptionPlan: 'basic', billingPeriod: 'monthly' };

async function openedCheckout({ product, owner }: Scene) {
  await owner.request({ method: 'POST', url: '/api/create-checkout-session', payload: order });
  const [session] = await product.services.db
    .select()
    .from(checkoutSessions)
    .where(eq(checkoutSessions.userId, owner.user.id));
  if (!session) throw new Error('No checkout was opened');
  return session;
}

const trialPayment = async (scene: Scene): Promise<Question> => ({
  params: { id: (await openedCheckout(scene)).paymentId },
});

/** Paying. The trial page is as open as a provider's: who has its address may pay. */
export const paymentRows: RouteRows = {
  'POST /api/create-checkout-session': row(401, 201, 201, () => ({ payload: order })),
  'GET /api/checkout-session/:sessionId': row(401, 404, 200, async (scene) => ({
    params: { sessionId: (await openedCheckout(scene)).id },
  })),
  'GET /api/sandbox-payments/:id': row(200, 200, 200, trialPayment),
  'POST /api/sandbox-payments/:id/pay': row(200, 200, 200, trialPayment),
  'POST /api/sandbox-payments/:id/decline': row(200, 200, 200, trialPayment),
  'POST /api/sandbox-payments/:id/cancel': row(200, 200, 200, trialPayment),
};
