import type { Checkout } from '../../../../shared/billing/checkout.ts';
import type { ArrearsPayment, KeepCurrentPage } from '../../../../shared/billing/keep-current.ts';
import { read, write } from '../../../lib/api/request.ts';

export function readKeepCurrent(token: string, signal?: AbortSignal): Promise<KeepCurrentPage> {
  return read(of(token), { signal });
}

export function readPayment(token: string, sessionId: string, signal?: AbortSignal): Promise<ArrearsPayment> {
  return read(`${of(token)}/payments/${encodeURIComponent(sessionId)}`, { signal });
}

/** Nobody has to be signed in for it, and a refusal ends nobody's session. */
export function openCheckout(
  token: string,
  payer: { payerName: string; payerEmail: string },
): Promise<Checkout> {
  return write('POST', `${of(token)}/checkout`, payer, { anonymous: true });
}

function of(token: string): string {
  return `/api/keep-current/${encodeURIComponent(token)}`;
}
