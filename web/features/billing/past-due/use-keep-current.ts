import { useCallback, useEffect, useState } from 'react';
import type { Checkout } from '../../../../shared/billing/checkout.ts';
import type { ArrearsPayment, KeepCurrentPage } from '../../../../shared/billing/keep-current.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { read, write } from '../../../lib/api/request.ts';

function readKeepCurrent(token: string, signal?: AbortSignal): Promise<KeepCurrentPage> {
  return read(of(token), { signal });
}

function readPayment(token: string, sessionId: string, signal?: AbortSignal): Promise<ArrearsPayment> {
  return read(`${of(token)}/payments/${encodeURIComponent(sessionId)}`, { signal });
}

/** Works without signing in, and a refusal does not end a session. */
export function openCheckout(
  token: string,
  payer: { payerName: string; payerEmail: string },
): Promise<Checkout> {
  return write('POST', `${of(token)}/checkout`, payer, { anonymous: true });
}

function of(token: string): string {
  return `/api/keep-current/${encodeURIComponent(token)}`;
}

export type KeepCurrentState =
  | { step: 'loading' | 'unknown' | 'unreachable' }
  | { step: 'known'; page: KeepCurrentPage; payment: ArrearsPayment | null };

/** What the link leads to, and the result of the payment that somebody returns from. */
export function useKeepCurrent(token: string, sessionId: string | null) {
  const [state, setState] = useState<KeepCurrentState>({ step: 'loading' });

  const load = useCallback(
    async (signal?: AbortSignal) => {
      const next = await look(token, sessionId, signal).catch(afterFailure);
      if (!signal?.aborted) setState(next);
    },
    [token, sessionId],
  );

  useEffect(() => {
    const stop = new AbortController();
    void load(stop.signal);
    return () => stop.abort();
  }, [load]);

  return { state, load };
}

/** Asks about the payment first: only that may make it known here. */
async function look(
  token: string,
  sessionId: string | null,
  signal?: AbortSignal,
): Promise<KeepCurrentState> {
  const payment = sessionId ? await readPayment(token, sessionId, signal).catch(unlessUnknown) : null;
  return { step: 'known', page: await readKeepCurrent(token, signal), payment };
}

function unlessUnknown(error: unknown): null {
  if (isUnknown(error)) return null;
  throw error;
}

/** A truncated link (400) counts as unknown, like a 404. */
function afterFailure(error: unknown): KeepCurrentState {
  return { step: isUnknown(error) ? 'unknown' : 'unreachable' };
}

function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}
