import { useEffect, useState } from 'react';
import type { SandboxPayment } from '../../../../shared/billing/sandbox-payments.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { read, write } from '../../../lib/api/request.ts';
import { showFailure } from '../../../ui/toast.ts';

export type Press = 'pay' | 'decline' | 'cancel';

export type SandboxState =
  | { kind: 'loading' }
  | { kind: 'failed'; message: string }
  | { kind: 'shown'; payment: SandboxPayment };

/** A sandbox payment and what the payer can do with it. Paying and cancelling leave this page. */
export function useSandboxPayment(id: string) {
  const path = `/api/sandbox-payments/${encodeURIComponent(id)}`;
  const [state, setState] = useState<SandboxState>({ kind: 'loading' });
  const [pressed, setPressed] = useState<Press | null>(null);

  useEffect(() => {
    const stop = new AbortController();
    read<SandboxPayment>(path, { signal: stop.signal }).then(
      (payment) => setState({ kind: 'shown', payment }),
      (error) => {
        if (stop.signal.aborted) return;
        setState({ kind: 'failed', message: messageOf(error, 'This page could not be loaded.') });
      },
    );
    return () => stop.abort();
  }, [path]);

  async function press(what: Press) {
    setPressed(what);
    try {
      const payment = await write<SandboxPayment>('POST', `${path}/${what}`, undefined, { anonymous: true });
      if (what === 'pay') return window.location.assign(payment.successUrl);
      if (what === 'cancel') return window.location.assign(payment.cancelUrl);
      setState({ kind: 'shown', payment });
    } catch (error) {
      showFailure(error, 'Nothing has happened. Please try again.', 'Payment Issue');
      // A page that was opened later has closed this one.
      const payment = await read<SandboxPayment>(path).catch(() => null);
      if (payment) setState({ kind: 'shown', payment });
    }
    setPressed(null);
  }

  return { state, pressed, press };
}
