import type { Tx } from '../database.ts';
import { AppError } from '../errors.ts';

/** Amounts are in whole US cents. */
export interface PaymentLine {
  /** What the amount is for, in a few words. */
  label: string;
  amountCents: number;
}

/** A price that is charged again and again until it is cancelled. */
export interface RecurringPrice {
  /** Our key, by which the provider's subscriptions are recognized. */
  key: string;
  label: string;
  amountCents: number;
  everyMonths: number;
  /** The price that replaces it once this many months have been paid. */
  later: { afterMonths: number; price: RecurringPrice } | null;
}

export interface Payer {
  /** Our id of the payer. */
  id: string;
  email: string;
  /** The provider's id of the payer, if they have paid before. */
  customerId: string | null;
}

export interface NewPayment {
  /** Our id of what is paid for; the provider sends it back along with its own. */
  reference: string;
  payer: Payer;
  lines: readonly PaymentLine[];
  /** Begins a subscription; the lines then give the price of its first period. */
  recurring?: RecurringPrice;
  /** Absolute URLs that the payer's browser returns to. */
  successUrl: string;
  cancelUrl: string;
  expiresAt: Date;
}

export interface OpenPayment {
  paymentId: string;
  /** The hosted payment page. */
  url: string;
}

export type PaymentState =
  | { status: 'open' | 'expired' }
  | {
      status: 'paid';
      paidAt: Date;
      customerId: string | null;
      subscription: SubscriptionState | null;
      /** The provider's own receipt or invoice, if it makes one. */
      receiptUrl: string | null;
    };

/** A payment that was made for a subscription. */
export interface SubscriptionPayment {
  /** The provider's id. */
  id: string;
  paidAt: Date;
  amountCents: number;
  /** The provider's own invoice, if it makes one. */
  invoiceUrl: string | null;
}

/** A subscription in its present state at the provider. */
export interface SubscriptionState {
  id: string;
  customerId: string;
  /** The reference of the payment that began it. */
  reference: string;
  /** `overdue`: a renewal could not be charged. `ended`: nothing more is charged. */
  status: 'incomplete' | 'active' | 'overdue' | 'ended';
  priceKey: string;
  startedAt: Date;
  /** The end of the paid time; null if nothing was paid. */
  paidThrough: Date | null;
  /** When it ends or ended; null while it renews. */
  endsAt: Date | null;
  /** Whether it ended because it was not paid. */
  isUnpaid: boolean;
  /** Whether the present period has begun and is not paid yet: a cancellation would end it at once. */
  isBeingCharged: boolean;
  /** The price of the next period, if a change was requested. */
  nextPriceKey: string | null;
  /** The latest, not necessarily all. */
  payments: readonly SubscriptionPayment[];
}

/** `period-end`: without renewal, or at once if the present period is not paid. `now`: at once; the unused time is forfeited, or credited to the payer's next payments. */
export type Cancellation = { at: 'period-end' } | { at: 'now'; creditsUnused: boolean };

/** `why`: the provider's words, for staff. */
export type RefundOutcome = { isMade: true; reference: string } | { isMade: false; why: string };

/** A refund in its present state at the provider, whoever requested it. */
export interface RefundState {
  id: string;
  amountCents: number;
  at: Date;
  /** Why it failed later, if it did. */
  failure: string | null;
}

/** A payer's dispute with their bank, in its present state at the provider. */
export interface DisputeState {
  id: string;
  amountCents: number;
  reason: string;
  /** `asked`: an answer is expected. `looked-at`: the bank is deciding. */
  status: 'asked' | 'looked-at' | 'won' | 'lost';
  openedAt: Date;
  dueBy: Date | null;
  /** The provider's page on which it is answered. */
  url: string;
}

/** The charge behind a payment, in its present state at the provider. */
export interface ChargeState {
  id: string;
  /** The reference of the payment, unless it was for a subscription. */
  reference: string | null;
  /** The subscription and its payment, if it was for one. */
  subscriptionId: string | null;
  subscriptionPaymentId: string | null;
  /** Oldest first. */
  refunds: readonly RefundState[];
  disputes: readonly DisputeState[];
}

/** An event at the provider: about a payment, a subscription, a charge, or something else. */
export interface PaymentNotice {
  id: string;
  type: string;
  paymentId: string | null;
  subscriptionId: string | null;
  /** If it is about a refund or a dispute. */
  chargeId: string | null;
}

/**
 * A payment provider with hosted pages. It reports by events that may arrive in any order, more than once or never; `find` and
 * `findSubscription` ask it directly. Except `closeWithin`, none of these is called inside a transaction or under a lock:
 * they may take seconds. All fail with 503 while it does not answer.
 */
export interface PaymentProvider {
  readonly name: string;
  /** False if payments are only simulated. */
  readonly movesMoney: boolean;
  /** False if nothing can be bought: `open` then throws 409. */
  readonly isOffered: boolean;
  /** Opens a hosted page. The same reference always returns the same page. */
  open(payment: NewPayment): Promise<OpenPayment>;
  /** Closes the payment page. Has no effect if it is already paid. */
  close(paymentId: string): Promise<void>;
  /** The same in `tx`, if the provider's records are in our database. */
  closeWithin?(tx: Tx, paymentId: string): Promise<void>;
  /** Undefined if the provider has no such payment. */
  find(paymentId: string): Promise<PaymentState | undefined>;
  /** Undefined if the provider has no such subscription. */
  findSubscription(subscriptionId: string): Promise<SubscriptionState | undefined>;
  /** False if we ask with the keys of another account, in which this customer has never paid. */
  knowsCustomer(customerId: string): Promise<boolean>;
  /**
   * Changes the price: `now`, with a new period that begins at once and credit for the unused part of the current one,
   * or from the next period on. A subscription that was to end renews again. 409 if the card is declined.
   */
  change(subscriptionId: string, price: RecurringPrice, when: 'now' | 'period-end'): Promise<void>;
  /** What `change` with `now` would charge at this moment, in cents, after deducting all credit. Changes nothing. */
  previewChange(subscriptionId: string, price: RecurringPrice): Promise<number>;
  /** Has no effect on a subscription that has ended. */
  cancel(subscriptionId: string, cancellation: Cancellation): Promise<void>;
  /** Undoes a cancellation at the end of the period, or a change that has not taken effect. `price` is the current one. */
  resume(subscriptionId: string, price: RecurringPrice): Promise<void>;
  /**
   * Refunds a payment once per `key`, however often and from however many processes it is called. Refunds made on the
   * provider's own pages count. `refusals` is how often it was refused before: an identical request would get the same
   * response.
   */
  refund(
    paymentId: string,
    refund: { key: string; amountCents: number; refusals: number },
  ): Promise<RefundOutcome>;
  /** The refunds and disputes of a charge. Undefined if the provider has no such charge. */
  findCharge(chargeId: string): Promise<ChargeState | undefined>;
  /** A page on which the payer changes the card and reads invoices. */
  openPortal(customerId: string, returnUrl: string): Promise<string>;
  /** Reads an event that the provider sent over the network; 400 if it is forged, too old or not for us. */
  readNotice?(body: Buffer, signature: string): PaymentNotice;
  /** Asks whether the provider accepts our settings. */
  check(): Promise<void>;
}

/** The web offers to change the card if `fields` contains this name. */
export function cardRefused(cause?: unknown): AppError {
  const message = 'The card was declined. Nothing has changed.';
  return new AppError('conflict', message, { fields: { card: message }, cause });
}
