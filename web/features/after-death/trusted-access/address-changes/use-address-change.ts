import { useCallback, useEffect, useState } from 'react';
import type { AddressChangePage } from '../../../../../shared/after-death/address-changes.ts';
import { ApiError, messageOf } from '../../../../lib/api/api-error.ts';
import { read, write } from '../../../../lib/api/request.ts';

export type AddressState =
  | { step: 'loading' | 'unknown' | 'unreachable' }
  | { step: 'known'; page: AddressChangePage; wasPressed: boolean };

/** What the link is about, and the two presses. Looking changes nothing, since mail programs open links to scan them. */
export function useAddressChange(token: string) {
  const [state, setState] = useState<AddressState>({ step: 'loading' });
  const [isPressing, setPressing] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const path = `/api/address/${encodeURIComponent(token)}`;

  const load = useCallback(
    async (signal?: AbortSignal) => {
      const next = await read<AddressChangePage>(path, { signal }).then(known, afterFailure);
      if (!signal?.aborted) setState(next);
    },
    [path],
  );

  useEffect(() => {
    const stop = new AbortController();
    void load(stop.signal);
    return () => stop.abort();
  }, [load]);

  function retry() {
    setState({ step: 'loading' });
    void load();
  }

  async function press(what: 'wrong' | 'right') {
    setPressing(true);
    setRefusal(undefined);
    try {
      const page = await write<AddressChangePage>('POST', `${path}/${what}`, undefined, { anonymous: true });
      setState({ step: 'known', page, wasPressed: true });
    } catch (error) {
      setRefusal(messageOf(error, 'That did not work. Please check your connection and try again.'));
    } finally {
      setPressing(false);
    }
  }

  return { state, isPressing, refusal, press: (what: 'wrong' | 'right') => void press(what), retry };
}

function known(page: AddressChangePage): AddressState {
  return { step: 'known', page, wasPressed: false };
}

function afterFailure(error: unknown): AddressState {
  const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 400);
  return { step: isUnknown ? 'unknown' : 'unreachable' };
}
