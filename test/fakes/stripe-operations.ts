import { monthsAfter } from '../../server/platform/local-time.ts';
import type {
  FakeDispute,
  FakeRefund,
  FakeSchedule,
  FakeSession,
  FakeSubscription,
  StripeBooks,
} from './stripe-books.ts';
import { type Form, formIn, StripeRefusal, textIn, textsOf } from './stripe-form.ts';

const metadataOf = (form: Form) => textsOf(formIn(form, 'metadata'));
const list = (data: unknown[]) => ({ object: 'list', data, has_more: false });

function found<T>(thing: T | undefined): T {
  if (thing === undefined) throw new StripeRefusal(404, 'resource_missing');
  return thing;
}

/** Answers one request. */
export function stripeOperations(books: StripeBooks, method: string, path: string, form: Form): unknown {
  const [, , ...parts] = path.split('/');
  const [kind = '', second = '', third = '', fourth = ''] = parts;
  switch (`${method} ${kind}`) {
    // A restricted key that may do everything that we do.
    case 'GET balance':
      throw new StripeRefusal(403, 'permission');
    case 'GET prices':
      return list(
        [...books.prices.values()]
          .filter(({ lookupKey }) => lookupKey === textIn(form, 'lookup_keys', '0'))
          .map(({ id }) => presentPrice(books, id)),
      );
    case 'POST prices':
      return createPrice(books, form);
    case 'GET customers':
      return { object: 'customer', id: found(books.isKnown(second) ? second : undefined) };
    case 'GET checkout':
      return presentSession(books, found(books.sessions.get(third)));
    case 'POST checkout':
      return third && fourth === 'expire' ? expire(books, third) : createSession(books, form);
    case 'GET subscriptions':
      return presentSubscription(books, found(books.subscriptions.get(second)));
    case 'POST subscriptions':
      return updateSubscription(books, found(books.subscriptions.get(second)), form);
    case 'DELETE subscriptions':
      return cancelSubscription(books, found(books.subscriptions.get(second)), form);
    case 'POST subscription_schedules':
      return changeSchedule(books, second, third, form);
    case 'GET invoices':
      if (second) return presentInvoice(books, second);
      return list(
        books.invoices
          .filter(({ subscription, status }) => subscription === form.subscription && status === form.status)
          .map(({ id }) => presentInvoice(books, id)),
      );
    case 'POST invoices':
      return second === 'create_preview' ? previewInvoice(books, form) : updateInvoice(books, second, form);
    case 'POST refunds':
      return presentRefund(
        books.refund(textIn(form, 'payment_intent') ?? '', Number(form.amount), metadataOf(form)),
      );
    case 'GET refunds':
      return list(
        books.refunds.filter(({ intent }) => intent === textIn(form, 'payment_intent')).map(presentRefund),
      );
    case 'GET disputes':
      return list(
        books.disputes.filter(({ intent }) => intent === textIn(form, 'payment_intent')).map(presentDispute),
      );
    case 'GET payment_intents': {
      const { reference } = books.intent(second);
      return { object: 'payment_intent', id: second, metadata: reference ? { reference } : {} };
    }
    case 'GET invoice_payments':
      return list(presentInvoicePayments(books, textIn(form, 'payment', 'payment_intent') ?? ''));
    case 'POST billing_portal':
      return { object: 'billing_portal.session', url: `https://portal.invalid/${form.customer}` };
    default:
      throw new StripeRefusal(404, 'unknown_path');
  }
}

function createPrice(books: StripeBooks, form: Form): unknown {
  const lookupKey = textIn(form, 'lookup_key');
  if ([...books.prices.values()].some((price) => price.lookupKey === lookupKey))
    throw new StripeRefusal(400, 'resource_already_exists');
  const id = books.id('price');
  const years = textIn(form, 'recurring', 'interval') === 'year';
  books.prices.set(id, {
    id,
    lookupKey,
    cents: Number(form.unit_amount),
    months: Number(textIn(form, 'recurring', 'interval_count')) * (years ? 12 : 1),
    metadata: metadataOf(form),
  });
  return presentPrice(books, id);
}

function presentPrice(books: StripeBooks, id: string): unknown {
  const { cents, metadata, lookupKey } = books.price(id);
  return { object: 'price', id, unit_amount: cents, metadata, lookup_key: lookupKey };
}

function createSession(books: StripeBooks, form: Form): unknown {
  const [line] = Object.values(formIn(form, 'line_items'));
  const price = typeof line === 'object' ? textIn(line, 'price') : undefined;
  const lines = Object.values(formIn(form, 'line_items')).filter((each) => typeof each === 'object');
  const cents = lines.reduce((sum, each) => sum + Number(textIn(each, 'price_data', 'unit_amount') ?? 0), 0);
  const expiresAt = Number(form.expires_at);
  const openSeconds = expiresAt - books.seconds;
  if (openSeconds < 30 * 60 || openSeconds > 24 * 3600) throw new StripeRefusal(400, 'parameter_invalid');
  const customer = textIn(form, 'customer');
  if (customer && !books.isKnown(customer)) throw new StripeRefusal(400, 'resource_missing');
  const session: FakeSession = {
    id: books.id('cs_test'),
    mode: price ? 'subscription' : 'payment',
    status: 'open',
    customer,
    reference: textIn(form, 'client_reference_id') ?? '',
    price,
    cents: price ? books.price(price).cents : cents,
    expiresAt,
    paidAt: undefined,
    subscription: undefined,
  };
  books.sessions.set(session.id, session);
  return presentSession(books, session);
}

function expire(books: StripeBooks, id: string): unknown {
  const session = found(books.sessions.get(id));
  if (session.status === 'open') session.status = 'expired';
  return presentSession(books, session);
}

function presentSession(books: StripeBooks, session: FakeSession): unknown {
  const { id, status, customer, reference, paidAt, subscription, expiresAt, mode } = session;
  const isExpired = status === 'open' && expiresAt <= books.seconds;
  return {
    object: 'checkout.session',
    id,
    mode,
    url: `https://checkout.invalid/${id}`,
    status: isExpired ? 'expired' : status,
    payment_status: paidAt === undefined ? 'unpaid' : 'paid',
    client_reference_id: reference,
    customer: customer ?? null,
    subscription: subscription ?? null,
    created: paidAt ?? 0,
    invoice: firstInvoice(books, session),
    payment_intent:
      paidAt !== undefined && mode === 'payment'
        ? {
            id: `pi_of_${id}`,
            latest_charge: { created: paidAt, receipt_url: `https://receipt.invalid/${id}` },
          }
        : null,
  };
}

function firstInvoice(books: StripeBooks, { subscription, paidAt }: FakeSession): unknown {
  const first = subscription && books.invoices.find((each) => each.subscription === subscription);
  if (!first) return null;
  const { id } = first;
  return {
    id,
    status_transitions: { paid_at: paidAt },
    hosted_invoice_url: `https://invoice.invalid/${id}`,
    payments: list([{ payment: { type: 'payment_intent', payment_intent: `pi_of_${id}` } }]),
  };
}

function presentRefund({ id, intent, cents, created, status, metadata }: FakeRefund): unknown {
  const failed = status === 'failed' && { failure_reason: 'lost_or_stolen_card' };
  return {
    object: 'refund',
    id,
    payment_intent: intent,
    amount: cents,
    created,
    status,
    metadata,
    ...failed,
  };
}

function presentDispute({ id, intent, cents, created, dueBy, status }: FakeDispute): unknown {
  return {
    object: 'dispute',
    id,
    payment_intent: intent,
    amount: cents,
    reason: 'product_not_received',
    created,
    status,
    livemode: false,
    evidence_details: { due_by: dueBy },
  };
}

function presentInvoicePayments(books: StripeBooks, intent: string): unknown[] {
  const { invoice } = books.intent(intent);
  if (!invoice) return [];
  const { id, subscription } = invoice;
  return [{ invoice: { id, parent: { subscription_details: { subscription } } } }];
}

function presentSubscription(books: StripeBooks, subscription: FakeSubscription): unknown {
  const { id, price, schedule, periodStart, periodEnd } = subscription;
  const invoice = books.invoices.findLast((each) => each.subscription === id);
  const plan = books.schedules.get(schedule ?? '');
  return {
    object: 'subscription',
    id,
    customer: subscription.customer,
    status: subscription.status,
    start_date: subscription.start,
    billing_cycle_anchor: subscription.anchor,
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    cancel_at: subscription.cancelAtPeriodEnd ? periodEnd : null,
    ended_at: subscription.endedAt ?? null,
    cancellation_details: { reason: subscription.endReason ?? null },
    metadata: { ...subscription.metadata },
    schedule: plan ? presentSchedule(plan) : null,
    latest_invoice: invoice ? presentInvoice(books, invoice.id) : null,
    items: list([
      {
        id: `si_${id}`,
        price: presentPrice(books, price),
        current_period_start: periodStart,
        current_period_end: periodEnd,
      },
    ]),
  };
}

function presentInvoice(books: StripeBooks, id: string): unknown {
  const { status, cents, created, until } = found(books.invoices.find((each) => each.id === id));
  const paidAt = status === 'paid' ? created : null;
  return {
    object: 'invoice',
    id,
    status,
    amount_paid: cents,
    created,
    lines: { object: 'list', data: [{ period: { start: created, end: until } }] },
    status_transitions: { paid_at: paidAt },
    hosted_invoice_url: `https://invoice.invalid/${id}`,
    payments: list([{ payment: { type: 'payment_intent', payment_intent: `pi_of_${id}` } }]),
  };
}

function updateSubscription(books: StripeBooks, subscription: FakeSubscription, form: Form): unknown {
  if (subscription.schedule) throw new StripeRefusal(400, 'managed_by_schedule');
  const price = textIn(form, 'items', '0', 'price');
  if (price) books.change(subscription, price);
  if (form.cancel_at_period_end) subscription.cancelAtPeriodEnd = form.cancel_at_period_end === 'true';
  Object.assign(subscription.metadata, metadataOf(form));
  return presentSubscription(books, subscription);
}

/** The invoice of a change that starts a new period now; nothing is saved. */
function previewInvoice(books: StripeBooks, form: Form): unknown {
  const subscription = found(books.subscriptions.get(textIn(form, 'subscription') ?? ''));
  const details = formIn(form, 'subscription_details');
  if (textIn(details, 'billing_cycle_anchor', 'type') !== 'now') throw new StripeRefusal(400, 'not_faked');
  const price = books.price(textIn(details, 'items', '0', 'price') ?? '');
  const credit = (books.balances.get(subscription.customer) ?? 0) + books.unusedCents(subscription);
  return { object: 'invoice', amount_due: Math.max(0, price.cents - credit) };
}

function updateInvoice(books: StripeBooks, id: string, form: Form): unknown {
  found(books.invoices.find((each) => each.id === id)).isCollected = form.auto_advance !== 'false';
  return presentInvoice(books, id);
}

function cancelSubscription(books: StripeBooks, subscription: FakeSubscription, form: Form): unknown {
  if (subscription.endedAt !== undefined) throw new StripeRefusal(404, 'resource_missing');
  if (form.prorate === 'true') books.credit(subscription.customer, books.unusedCents(subscription));
  books.end(subscription, books.seconds, 'cancellation_requested');
  return presentSubscription(books, subscription);
}

function changeSchedule(books: StripeBooks, id: string, act: string, form: Form): unknown {
  if (!id) return createSchedule(books, textIn(form, 'from_subscription') ?? '');
  const schedule = found(books.schedules.get(id));
  if (act === 'release') {
    schedule.status = 'released';
    const subscription = books.subscriptions.get(schedule.subscription);
    if (subscription) subscription.schedule = undefined;
    return presentSchedule(schedule);
  }
  schedule.metadata = metadataOf(form);
  let start = 0;
  schedule.phases = Object.values(formIn(form, 'phases'))
    .filter((each) => typeof each === 'object')
    .map((each) => {
      const from = Number(textIn(each, 'start_date') ?? start);
      const months = Number(textIn(each, 'duration', 'interval_count') ?? 0);
      const end = Number(
        textIn(each, 'end_date') ?? monthsAfter(new Date(from * 1000), months).getTime() / 1000,
      );
      start = end;
      return {
        price: textIn(each, 'items', '0', 'price') ?? '',
        start: from,
        end,
        metadata: metadataOf(each),
      };
    });
  return presentSchedule(schedule);
}

function createSchedule(books: StripeBooks, subscriptionId: string): unknown {
  const subscription = found(books.subscriptions.get(subscriptionId));
  if (subscription.schedule) throw new StripeRefusal(400, 'managed_by_schedule');
  const { price, periodStart: start, periodEnd: end } = subscription;
  const id = books.id('sub_sched');
  const schedule = {
    id,
    subscription: subscriptionId,
    status: 'active' as const,
    created: books.seconds,
    phases: [{ price, start, end, metadata: {} }],
    metadata: {},
  };
  books.schedules.set(id, schedule);
  subscription.schedule = id;
  return presentSchedule(schedule);
}

function presentSchedule({ id, status, created, phases, metadata }: FakeSchedule) {
  const shown = phases.map(({ price, start, end }) => ({
    items: [{ price, quantity: 1 }],
    start_date: start,
    end_date: end,
  }));
  return { object: 'subscription_schedule', id, status, created, phases: shown, metadata };
}
