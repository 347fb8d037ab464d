import type Stripe from 'stripe';
import type { Clock } from '../../clock.ts';
import type { NewPayment, PaymentProvider, PaymentState } from '../payments.ts';
import { findStripeCharge, giveBack } from './stripe-charges.ts';
import {
  asking,
  askingFor,
  expanded,
  fromSeconds,
  idOf,
  isLiveKey,
  openStripeClient,
  type StripeSettings,
  toSeconds,
} from './stripe-client.ts';
import { noticeReader } from './stripe-notices.ts';
import { openPrices } from './stripe-prices.ts';
import { stripeSubscriptionActs } from './stripe-subscriptions.ts';

const stripeName = 'stripe';
/** Stripe refuses pages that stay open for more than a day by its own clock. */
const clockMarginSeconds = 15 * 60;

/** Card payments at Stripe, with the API version that the package was made for. */
export function openStripePayments(settings: StripeSettings, clock: Clock): PaymentProvider {
  const stripe = openStripeClient(settings);
  const priceId = openPrices(stripe);
  const acts = stripeSubscriptionActs(stripe, clock, priceId);
  const readSession = (id: string) => retrieveSession(stripe, id);
  return {
    name: stripeName,
    movesMoney: isLiveKey(settings.secretKey),
    isOffered: true,
    async open(payment) {
      const price = payment.recurring && (await priceId(payment.recurring));
      const { id, url } =
        (await createSession(stripe, payment, price)) ?? (await createAnew(stripe, payment, price));
      if (!url) throw new Error(`Stripe opened no page for checkout session ${id}`);
      return { paymentId: id, url };
    },
    async close(paymentId) {
      const session = await readSession(paymentId);
      if (session?.status === 'open') await asking(() => stripe.checkout.sessions.expire(paymentId));
    },
    async find(paymentId): Promise<PaymentState | undefined> {
      const session = await readSession(paymentId);
      if (!session) return undefined;
      if (session.payment_status === 'unpaid')
        return { status: session.status === 'expired' ? 'expired' : 'open' };
      const subscriptionId = idOf(session.subscription);
      const subscription = subscriptionId ? await acts.findSubscription(subscriptionId) : undefined;
      return {
        status: 'paid',
        paidAt: paidAtOf(session),
        customerId: idOf(session.customer),
        subscription: subscription ?? null,
        receiptUrl: receiptOf(session),
      };
    },
    ...acts,
    /** Stripe still has a customer that was deleted, and says so. */
    knowsCustomer: async (id) => (await askingFor(() => stripe.customers.retrieve(id))) !== undefined,
    async refund(paymentId, refund) {
      return giveBack(stripe, await intentFor(stripe, paymentId), refund);
    },
    findCharge: (chargeId) => findStripeCharge(stripe, chargeId),
    async openPortal(customer, returnUrl) {
      const { url } = await asking(() =>
        stripe.billingPortal.sessions.create({ customer, return_url: returnUrl }),
      );
      return url;
    },
    readNotice: noticeReader(stripe, settings, clock),
    /** Something that every order needs: a restricted key may lack the rest. */
    async check() {
      await asking(() => stripe.prices.list({ limit: 1 }));
    },
  };
}

type Session = Stripe.Checkout.Session;

/** Undefined if Stripe does not know the customer: deleted there, or created in the other mode. */
function createSession(
  stripe: Stripe,
  payment: NewPayment,
  price: string | undefined,
  key = `checkout-${payment.reference}`,
): Promise<Session | undefined> {
  return askingFor(() => stripe.checkout.sessions.create(sessionOf(payment, price), { idempotencyKey: key }));
}

async function createAnew(stripe: Stripe, payment: NewPayment, price: string | undefined): Promise<Session> {
  const payer = { ...payment.payer, customerId: null };
  const key = `checkout-${payment.reference}-anew`;
  const session = await createSession(stripe, { ...payment, payer }, price, key);
  if (!session) throw new Error(`Stripe misses something for checkout ${payment.reference}`);
  return session;
}

/** Expanded with what the functions below read. */
function retrieveSession(stripe: Stripe, id: string): Promise<Session | undefined> {
  const expand = ['payment_intent.latest_charge', 'invoice.payments'];
  return askingFor(() => stripe.checkout.sessions.retrieve(id, { expand }));
}

/** Of a checkout session, or of the invoice of a renewal. */
async function intentFor(stripe: Stripe, paymentId: string): Promise<string | null> {
  if (!paymentId.startsWith('in_')) return intentOf(await retrieveSession(stripe, paymentId));
  const invoice = await askingFor(() => stripe.invoices.retrieve(paymentId, { expand: ['payments'] }));
  return intentOfInvoice(invoice);
}

/** The payment intent; for a subscription, that of its first invoice. Null if nothing was charged. */
function intentOf(session: Session | undefined): string | null {
  return idOf(session?.payment_intent) ?? intentOfInvoice(expanded(session?.invoice));
}

function intentOfInvoice(invoice: Stripe.Invoice | null | undefined): string | null {
  const [first] = invoice?.payments?.data ?? [];
  return idOf(first?.payment.payment_intent);
}

function receiptOf({ payment_intent, invoice }: Session): string | null {
  const charge = expanded(expanded(payment_intent)?.latest_charge);
  return expanded(invoice)?.hosted_invoice_url ?? charge?.receipt_url ?? null;
}

function sessionOf(
  { reference, payer, lines, successUrl, cancelUrl, expiresAt }: NewPayment,
  price: string | undefined,
): Stripe.Checkout.SessionCreateParams {
  const metadata = { reference };
  return {
    client_reference_id: reference,
    metadata,
    ...(payer.customerId ? { customer: payer.customerId } : { customer_email: payer.email }),
    success_url: successUrl,
    cancel_url: cancelUrl,
    expires_at: toSeconds(expiresAt) - clockMarginSeconds,
    ...(price
      ? {
          mode: 'subscription',
          line_items: [{ price, quantity: 1 }],
          subscription_data: { metadata },
        }
      : {
          mode: 'payment',
          line_items: lines.map(({ label, amountCents }) => ({
            quantity: 1,
            price_data: { currency: 'usd', unit_amount: amountCents, product_data: { name: label } },
          })),
          payment_intent_data: { metadata },
        }),
  };
}

function paidAtOf({ payment_intent, invoice, created }: Stripe.Checkout.Session): Date {
  const charge = expanded(expanded(payment_intent)?.latest_charge);
  const paidAt = expanded(invoice)?.status_transitions.paid_at ?? charge?.created ?? created;
  return fromSeconds(paidAt);
}
