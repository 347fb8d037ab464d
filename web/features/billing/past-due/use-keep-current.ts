import { useCallback } from 'react';
import type { Checkout } from '../../../../shared/billing/checkout.ts';
import type { ArrearsPayment, KeepCurrentPage } from '../../../../shared/billing/keep-current.ts';
import { isUnknownLink, useLinkPage } from '../../../lib/api/link-page.ts';
import { read, write } from '../../../lib/api/request.ts';

/** Nobody has to be signed in for it, and a refusal ends nobody's session. */
export function openCheckout(
  token: string,
  payer: { payerName: string; payerEmail: string },
): Promise<Checkout> {
  return write('POST', `${pathOf(token)}/checkout`, payer, { anonymous: true });
}

function pathOf(token: string): string {
  return `/api/keep-current/${encodeURIComponent(token)}`;
}

/** What the link leads to, and what became of the payment that somebody comes back from. */
export function useKeepCurrent(token: string, sessionId: string | null) {
  return useLinkPage(
    useCallback((signal?: AbortSignal) => look(pathOf(token), sessionId, signal), [token, sessionId]),
  );
}

/** The payment first: asking about it may be what makes it known. */
async function look(path: string, sessionId: string | null, signal?: AbortSignal) {
  const payment = sessionId
    ? await read<ArrearsPayment>(`${path}/payments/${encodeURIComponent(sessionId)}`, { signal }).catch(
        nullIfUnknown,
      )
    : null;
  return { page: await read<KeepCurrentPage>(path, { signal }), payment };
}

function nullIfUnknown(error: unknown): null {
  if (isUnknownLink(error)) return null;
  throw error;
}
