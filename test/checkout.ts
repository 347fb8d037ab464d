import type { Checkout, CheckoutSession } from '../shared/billing/checkout.ts';
import type { SandboxPayment } from '../shared/billing/sandbox-payments.ts';
import type { TestApp } from './app.ts';
import type { Person } from './factories.ts';

/** A payment page that waits for its payer. */
export interface OpenPayment {
  url: string;
  /** The provider's id, the last part of the page's URL. */
  paymentId: string;
  /** Our id, which comes back with the payer. */
  sessionId: string;
}

/** Chooses a plan and returns the page on which to pay for it. */
export async function choosePlan(
  testApp: TestApp,
  person: Person,
  payload: Record<string, unknown>,
): Promise<OpenPayment> {
  const answer = await person.request({ method: 'POST', url: '/api/create-checkout-session', payload });
  if (answer.statusCode !== 201) throw new Error(`Checkout answered ${answer.statusCode}: ${answer.body}`);
  return paymentAt(testApp, answer.json<Checkout>().url);
}

/** The payment behind the URL of a payment page that has opened. */
export async function paymentAt(testApp: TestApp, url: string | null): Promise<OpenPayment> {
  if (url === null) throw new Error('The payment page did not open');
  const paymentId = url.split('/').at(-1) ?? '';
  const page = await testApp.app.inject(`/api/sandbox-payments/${paymentId}`);
  const { successUrl } = page.json<SandboxPayment>();
  return { url, paymentId, sessionId: new URL(successUrl).searchParams.get('session_id') ?? '' };
}

/** Presses what a payer presses on the payment page. */
export function press(testApp: TestApp, { paymentId }: OpenPayment, button: 'pay' | 'decline' | 'cancel') {
  return testApp.app.inject({ method: 'POST', url: `/api/sandbox-payments/${paymentId}/${button}` });
}

/** Looks the payment up, as the success page does. */
export async function lookUp(person: Person, { sessionId }: OpenPayment): Promise<CheckoutSession> {
  return (await person.request({ url: `/api/checkout-session/${sessionId}` })).json<CheckoutSession>();
}

/** Simulates what happens to the subscription that was paid for: the bank declines, months pass. */
export function simulate(
  testApp: TestApp,
  { paymentId }: OpenPayment,
  what: 'renewals' | 'months',
  payload: object,
) {
  return testApp.app.inject({
    method: 'POST',
    url: `/api/sandbox-subscriptions/${paymentId}/${what}`,
    payload,
  });
}
