import { useCallback, useEffect, useState } from 'react';
import type { TrustedPage, TrustedPerson } from '../../../../shared/after-death/trusted-access.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { readTrusted } from './requests.ts';

export type TrustedState =
  | { step: 'loading' | 'unknown' | 'unreachable' }
  | { step: 'known'; page: TrustedPage };

export interface Unsent {
  /** Edits of stored values; fields that are missing were not touched. */
  addresses: Partial<Record<'email' | 'secondEmail' | 'phone' | 'mailingAddress', string>>;
  note: string;
}

/** The link, and how its page is updated. */
export interface TrustedLink {
  token: string;
  /** Reloads the page's data in the background. If that fails, what is shown stays. */
  look: () => Promise<void>;
  show: (page: TrustedPage) => void;
  showPerson: (person: TrustedPerson) => void;
  /** What was typed about each person and not sent yet, kept as long as the page is open, since others may be looked at meanwhile. */
  unsent: Map<string, Unsent>;
}

/** Props of those parts of the page that are about one person. */
export interface AboutPerson {
  person: TrustedPerson;
  link: TrustedLink;
}

export interface AmongPeople extends AboutPerson {
  /** Everybody in the owner's address book. */
  people: readonly TrustedPerson[];
}

/** What the link leads to. Looking changes nothing, since mail programs open links to scan them. */
export function useTrusted(token: string) {
  const [state, setState] = useState<TrustedState>({ step: 'loading' });
  const [unsent] = useState(() => new Map<string, Unsent>());

  const load = useCallback(
    async (signal?: AbortSignal) => {
      const next = await readTrusted(token, signal).then(known, afterFailure);
      if (!signal?.aborted) setState(next);
    },
    [token],
  );

  useEffect(() => {
    const stop = new AbortController();
    void load(stop.signal);
    return () => stop.abort();
  }, [load]);

  const look = useCallback(async () => {
    const next = await readTrusted(token).then(known, afterFailure);
    if (next.step !== 'unreachable') setState(next);
  }, [token]);

  function retry() {
    setState({ step: 'loading' });
    void load();
  }

  const link: TrustedLink = {
    ...{ token, look, unsent },
    show: (page) => setState(known(page)),
    showPerson: (person) => setState((before) => withPerson(before, person)),
  };
  return { state, retry, link };
}

function known(page: TrustedPage): TrustedState {
  return { step: 'known', page };
}

/** A truncated link (400) counts as unknown, like a 404. */
function afterFailure(error: unknown): TrustedState {
  const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 400);
  return { step: isUnknown ? 'unknown' : 'unreachable' };
}

function withPerson(state: TrustedState, person: TrustedPerson): TrustedState {
  if (state.step !== 'known') return state;
  const people = state.page.people.map((other) => (other.id === person.id ? person : other));
  return known({ ...state.page, people });
}
