import type { Queryable, Tx } from '../database.ts';

export interface PaymentLine {
  /** What is paid for, in a few words. */
  label: string;
  amountDollars: number;
}

export interface NewPayment {
  /** Our own id of what is paid, which comes back with nothing but the provider's own. */
  reference: string;
  lines: readonly PaymentLine[];
  amountDollars: number;
  /** Complete addresses the payer's browser goes to afterwards. */
  successUrl: string;
  cancelUrl: string;
  expiresAt: Date;
}

export interface OpenPayment {
  /** The provider's id. */
  paymentId: string;
  /** The hosted page on which the payer pays. */
  url: string;
}

export type PaymentState = { status: 'open' | 'expired' } | { status: 'paid'; paidAt: Date };

/**
 * Who takes payments on a hosted page. What happens there is told by events, in any order and perhaps more than once or
 * never; `find` is the provider's own word, for those that never came.
 */
export interface PaymentProvider {
  readonly name: string;
  /** False where payments are only tried out. */
  readonly movesMoney: boolean;
  /** Opens a hosted page. Part of `tx` where the provider keeps its records here; one that fails fails `tx`. */
  open(tx: Tx, payment: NewPayment): Promise<OpenPayment>;
  /** From now on it cannot be paid. Nothing happens to one that is paid already. */
  close(tx: Tx, paymentId: string): Promise<void>;
  /** Undefined when the provider knows of no such payment. */
  find(db: Queryable, paymentId: string): Promise<PaymentState | undefined>;
}
