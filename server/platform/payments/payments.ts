import type { Queryable, Tx } from '../database.ts';

export interface PaymentLine {
  /** What is paid for, in a few words. */
  label: string;
  amountDollars: number;
}

export interface NewPayment {
  /** Our id of what is paid for; the provider sends it back along with its own. */
  reference: string;
  lines: readonly PaymentLine[];
  amountDollars: number;
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

export type PaymentState = { status: 'open' | 'expired' } | { status: 'paid'; paidAt: Date };

/**
 * A payment provider with a hosted page. It reports by events that may arrive in any order, more than once or never;
 * `find` asks the provider directly, for those that never arrived.
 */
export interface PaymentProvider {
  readonly name: string;
  /** False where payments are only simulated. */
  readonly movesMoney: boolean;
  /** False where nothing can be bought: `open` then throws 409. */
  readonly isOffered: boolean;
  /** Opens a hosted page. Takes part in `tx` where the provider's records are stored here; a failure fails `tx`. */
  open(tx: Tx, payment: NewPayment): Promise<OpenPayment>;
  /** Makes the payment unpayable. Has no effect on one that is already paid. */
  close(tx: Tx, paymentId: string): Promise<void>;
  /** Undefined when the provider has no such payment. */
  find(db: Queryable, paymentId: string): Promise<PaymentState | undefined>;
}
