import { monthsAfter } from '../../server/platform/local-time.ts';
import { StripeRefusal } from './stripe-form.ts';

export interface FakePrice {
  id: string;
  lookupKey: string | undefined;
  cents: number;
  months: number;
  metadata: Record<string, string>;
}

export interface FakeSession {
  id: string;
  mode: 'payment' | 'subscription';
  status: 'open' | 'complete' | 'expired';
  customer: string | undefined;
  reference: string;
  price: string | undefined;
  cents: number;
  expiresAt: number;
  paidAt: number | undefined;
  subscription: string | undefined;
}

export interface FakePhase {
  price: string;
  start: number;
  end: number;
  metadata: Record<string, string>;
}

export interface FakeSchedule {
  id: string;
  subscription: string;
  status: 'active' | 'released';
  created: number;
  phases: FakePhase[];
  metadata: Record<string, string>;
}

export interface FakeInvoice {
  id: string;
  subscription: string;
  status: 'draft' | 'open' | 'paid';
  /** Whether a draft is charged after an hour, also once its subscription has ended. */
  isCollected: boolean;
  cents: number;
  created: number;
  /** The end of the period that it is for. */
  until: number;
}

export interface FakeSubscription {
  id: string;
  customer: string;
  price: string;
  status: 'active' | 'past_due' | 'canceled';
  start: number;
  anchor: number;
  periodStart: number;
  periodEnd: number;
  cancelAtPeriodEnd: boolean;
  endedAt: number | undefined;
  endReason: string | undefined;
  schedule: string | undefined;
  metadata: Record<string, string>;
}

export interface FakeRefund {
  id: string;
  intent: string;
  cents: number;
  created: number;
  status: 'succeeded' | 'failed';
  metadata: Record<string, string>;
}

export interface FakeDispute {
  id: string;
  intent: string;
  cents: number;
  created: number;
  dueBy: number;
  status: string;
}

/** What Stripe stores, and how it moves on by itself. All times are seconds, all amounts cents. */
export class StripeBooks {
  now: Date;
  declinesCards = false;
  /** Leaves a subscription overdue until it is paid, which can be configured in a Stripe account. */
  keepsOverdue = false;
  /** Leaves the invoice of a renewal as a draft for an hour, as Stripe does. */
  draftsRenewals = false;
  readonly prices = new Map<string, FakePrice>();
  readonly sessions = new Map<string, FakeSession>();
  readonly subscriptions = new Map<string, FakeSubscription>();
  readonly schedules = new Map<string, FakeSchedule>();
  readonly invoices: FakeInvoice[] = [];
  readonly refunds: FakeRefund[] = [];
  readonly disputes: FakeDispute[] = [];
  readonly balances = new Map<string, number>();
  readonly #answers = new Map<string, unknown>();
  #count = 0;

  constructor(now: Date) {
    this.now = now;
  }

  get seconds(): number {
    return Math.floor(this.now.getTime() / 1000);
  }

  id(kind: string): string {
    this.#count += 1;
    return `${kind}_${this.#count}`;
  }

  /** Stripe keeps them for a day. */
  forgetKeys(): void {
    this.#answers.clear();
  }

  /** Returns the same response for the same idempotency key. */
  once(key: string, act: () => unknown): unknown {
    if (key && this.#answers.has(key)) return this.#answers.get(key);
    const answer = act();
    if (key) this.#answers.set(key, answer);
    return answer;
  }

  /** What was charged, and by which payment page or invoice. */
  intent(id: string): { cents: number; reference: string | undefined; invoice: FakeInvoice | undefined } {
    const invoice = this.invoices.find((each) => each.id === id.replace('pi_of_', ''));
    const session = this.sessions.get(id.replace('pi_of_', ''));
    if (!invoice && !session) throw new StripeRefusal(404, 'resource_missing');
    return { cents: invoice?.cents ?? session?.cents ?? 0, reference: session?.reference, invoice };
  }

  /** Refunds the payment of an invoice or payment page; also used for refunds made in Stripe's own dashboard. */
  refund(intent: string, cents: number, metadata: Record<string, string> = {}): FakeRefund {
    const before = this.refunds.filter((each) => each.intent === intent && each.status === 'succeeded');
    const left = this.intent(intent).cents - before.reduce((sum, each) => sum + each.cents, 0);
    if (this.disputes.some((each) => each.intent === intent)) throw new StripeRefusal(400, 'charge_disputed');
    if (cents > left || left === 0) throw new StripeRefusal(400, 'charge_already_refunded');
    const status = 'succeeded' as const;
    const refund = { id: this.id('re'), intent, cents, created: this.seconds, status, metadata };
    this.refunds.unshift(refund);
    return refund;
  }

  dispute(intent: string): FakeDispute {
    const { cents } = this.intent(intent);
    const created = this.seconds;
    const dueBy = created + 7 * 24 * 3600;
    const dispute = { id: this.id('du'), intent, cents, created, dueBy, status: 'needs_response' };
    this.disputes.push(dispute);
    return dispute;
  }

  price(id: string): FakePrice {
    const price = this.prices.get(id);
    if (!price) throw new StripeRefusal(404, 'resource_missing');
    return price;
  }

  /** Whether this customer has paid in this account. */
  isKnown(customer: string): boolean {
    return [...this.sessions.values()].some((each) => each.customer === customer);
  }

  /** The payer submits the page. */
  pay(sessionId: string): void {
    const session = this.sessions.get(sessionId);
    if (session?.status !== 'open') throw new Error('this page cannot be paid');
    session.status = 'complete';
    session.paidAt = this.seconds;
    session.customer ??= this.id('cus');
    if (session.price) session.subscription = this.#subscribe(session, session.price);
  }

  #subscribe({ customer = '', reference }: FakeSession, price: string): string {
    const id = this.id('sub');
    const start = this.seconds;
    this.subscriptions.set(id, {
      id,
      customer,
      price,
      status: 'active',
      start,
      anchor: start,
      periodStart: start,
      periodEnd: this.#after(start, price, start),
      cancelAtPeriodEnd: false,
      endedAt: undefined,
      endReason: undefined,
      schedule: undefined,
      metadata: { reference },
    });
    this.charge(id, this.price(price).cents, start);
    return id;
  }

  /** Starts a new period now at another price, and credits the unused part of the current one. */
  change(subscription: FakeSubscription, price: string): void {
    if (this.declinesCards) throw new StripeRefusal(402, 'card_declined', 'card_error');
    this.credit(subscription.customer, this.unusedCents(subscription));
    subscription.price = price;
    subscription.anchor = this.seconds;
    subscription.periodStart = this.seconds;
    subscription.periodEnd = this.#after(this.seconds, price, this.seconds);
    this.charge(subscription.id, this.price(price).cents, this.seconds);
  }

  /** The unused part of the current period's price. */
  unusedCents({ periodStart, periodEnd, price }: FakeSubscription): number {
    return Math.round((this.price(price).cents * (periodEnd - this.seconds)) / (periodEnd - periodStart));
  }

  credit(customer: string, cents: number): void {
    this.balances.set(customer, (this.balances.get(customer) ?? 0) + cents);
  }

  end(subscription: FakeSubscription, at: number, reason: string): void {
    subscription.status = 'canceled';
    subscription.endedAt = at;
    subscription.endReason = reason;
    subscription.schedule = undefined;
  }

  charge(subscription: string, cents: number, created: number): void {
    const { customer = '' } = this.subscriptions.get(subscription) ?? {};
    const credit = Math.min(this.balances.get(customer) ?? 0, cents);
    this.credit(customer, -credit);
    const status = this.declinesCards ? 'open' : 'paid';
    const until = this.subscriptions.get(subscription)?.periodEnd ?? created;
    const invoice = { subscription, status, cents: cents - credit, created, until } as const;
    this.invoices.push({ id: this.id('in'), isCollected: true, ...invoice });
  }

  #collectDrafts(): void {
    for (const invoice of this.invoices)
      if (invoice.status === 'draft' && invoice.isCollected && invoice.created + 3600 <= this.seconds)
        invoice.status = 'paid';
  }

  /** Time passes: periods end and are charged, phases of schedules begin. */
  advance(to: Date): void {
    this.now = to;
    this.#collectDrafts();
    for (const subscription of this.subscriptions.values()) {
      while (subscription.status !== 'canceled' && subscription.periodEnd <= this.seconds)
        this.#renew(subscription);
      this.#releaseEnded(subscription);
    }
  }

  #renew(subscription: FakeSubscription): void {
    const at = subscription.periodEnd;
    const isCancelled = subscription.cancelAtPeriodEnd;
    if (isCancelled || (subscription.status === 'past_due' && !this.keepsOverdue)) {
      this.end(subscription, at, isCancelled ? 'cancellation_requested' : 'payment_failed');
      return;
    }
    this.#followSchedule(subscription, at);
    subscription.periodStart = at;
    subscription.periodEnd = this.#after(at, subscription.price, subscription.anchor);
    this.charge(subscription.id, this.price(subscription.price).cents, at);
    const latest = this.invoices.at(-1);
    if (latest && this.draftsRenewals) latest.status = 'draft';
    if (this.declinesCards) subscription.status = 'past_due';
  }

  /** The last phase of a schedule may end within a period. */
  #releaseEnded(subscription: FakeSubscription): void {
    const schedule = this.schedules.get(subscription.schedule ?? '');
    if (!schedule || schedule.phases.some(({ end }) => end > this.seconds)) return;
    schedule.status = 'released';
    subscription.schedule = undefined;
  }

  #followSchedule(subscription: FakeSubscription, at: number): void {
    const schedule = this.schedules.get(subscription.schedule ?? '');
    if (!schedule) return;
    const phase = schedule.phases.find(({ start, end }) => start <= at && at < end);
    if (phase) {
      Object.assign(subscription.metadata, phase.metadata);
      subscription.price = phase.price;
      return;
    }
    schedule.status = 'released';
    subscription.schedule = undefined;
  }

  /** The card works again, and what is owed is charged. */
  collect(subscriptionId: string): void {
    this.declinesCards = false;
    const subscription = this.subscriptions.get(subscriptionId);
    if (subscription) subscription.status = 'active';
    for (const invoice of this.invoices) if (invoice.subscription === subscriptionId) invoice.status = 'paid';
  }

  #after(from: number, price: string, anchor: number): number {
    const end = monthsAfter(new Date(from * 1000), this.price(price).months, new Date(anchor * 1000));
    return end.getTime() / 1000;
  }
}
