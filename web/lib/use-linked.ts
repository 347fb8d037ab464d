import { useCallback, useEffect, useState } from 'react';
import { ApiError, fieldsOf, messageOf } from './api/api-error.ts';
import { read, write } from './api/request.ts';

export type Linked<Page> =
  | { step: 'loading' | 'unknown' | 'unreachable' }
  | { step: 'known'; page: Page; wasPressed: boolean };

/**
 * What a link in a message leads to, and the buttons of its page, which need no sign-in. Viewing changes nothing,
 * because mail programs open links to scan them. A link that was cut short (400) counts as unknown, like a 404.
 */
export function useLinked<Page>(path: string) {
  const [state, setState] = useState<Linked<Page>>({ step: 'loading' });
  const [isPressing, setPressing] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({});

  const load = useCallback(
    async (signal?: AbortSignal) => {
      const next = await read<Page>(path, { signal }).then(
        (page) => ({ step: 'known' as const, page, wasPressed: false }),
        afterFailure,
      );
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

  async function press(what = '', body?: object) {
    setPressing(true);
    setRefusal(undefined);
    setFields({});
    try {
      const page = await write<Page>('POST', `${path}${what}`, body, { anonymous: true });
      setState({ step: 'known', page, wasPressed: true });
    } catch (error) {
      setFields(fieldsOf(error));
      setRefusal(messageOf(error, 'That did not work. Please check your connection and try again.'));
    } finally {
      setPressing(false);
    }
  }

  return {
    state,
    isPressing,
    refusal,
    /** The server's messages for single fields of what was sent. */
    fields,
    press: (what?: string, body?: object) => void press(what, body),
    retry,
  };
}

function afterFailure(error: unknown): { step: 'unknown' | 'unreachable' } {
  const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 400);
  return { step: isUnknown ? 'unknown' : 'unreachable' };
}
