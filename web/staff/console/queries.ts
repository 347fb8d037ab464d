import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'wouter';
import type { User } from '../../../shared/accounts/accounts.ts';
import { inBackground, readIfSignedIn, write } from '../../lib/api/request.ts';

/** The prefix of every query of the console, so that the event stream can invalidate all of them. */
const root = '/api/admin';

/** The key of `/api/admin/{parts}`, which the default read resolves by itself. */
export function staffKey(...parts: readonly unknown[]): readonly unknown[] {
  return [root, ...parts];
}

/** Reads all lists of the console again; called after every action. */
export function refreshLists(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: [root] });
}

type Values<Name extends string> = Partial<Record<Name, string>>;

interface ListNames<Filter extends string, Place extends string> {
  filters: readonly Filter[];
  /** The page begins after the record with these fields of `next`. */
  places: readonly Place[];
}

/**
 * One page of `/api/admin/{noun}`, filtered as the URL says. One page only, because reading several again in
 * the background would count as activity of the person.
 */
export function useStaffList<
  List extends { next: object | null },
  Filter extends string,
  Place extends string,
>(noun: string, names: ListNames<Filter, Place>) {
  const [search, setSearch] = useSearchParams();
  const filters = pick(search, names.filters);
  const place = pick(search, names.places);
  const query: Values<string> = { ...filters, ...place };
  const list = useQuery<List>({ queryKey: staffKey(`${noun}?${new URLSearchParams(queryValues(query))}`) });

  return {
    list,
    filters,
    narrow: (wanted: Values<Filter>) => setSearch(queryValues(wanted), { replace: true }),
    paging: {
      isLaterPage: Object.keys(place).length > 0,
      hasNext: Boolean(list.data?.next),
      onFirst: () => setSearch(queryValues(filters)),
      onNext: () => setSearch(queryValues({ ...filters, ...list.data?.next })),
    },
  };
}

function pick<Name extends string>(search: URLSearchParams, names: readonly Name[]): Values<Name> {
  const found = names.flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : []));
  return Object.fromEntries(found);
}

/** For a quarter of an hour afterwards, actions that release something are accepted. */
export function confirmIdentity(form: { password: string; code?: string }): Promise<void> {
  return write('POST', '/api/auth/confirm-identity', form);
}

/** The values that belong in a query string: all that are set, including 0. */
export function queryValues(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .map(([name, value]) => [name, String(value)]),
  );
}

const path = '/api/user/profile';

export function useMe() {
  return useQuery<User | null>({
    queryKey: [path],
    queryFn: ({ signal }) => readIfSignedIn<User>(path, { signal }),
  });
}

const slowMilliseconds = 300_000;

/**
 * The event stream says when a queue has changed. Records that only become due, and missed messages, are found by a slow timer
 * and whenever the window becomes visible again. This does not count as activity of the person, who is signed out when idle.
 */
export function useFreshLists(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const refresh = () => void inBackground(() => refreshLists(queries));
    const timer = window.setInterval(refresh, slowMilliseconds);
    window.addEventListener('focus', refresh);
    return () => {
      window.clearInterval(timer);
      window.removeEventListener('focus', refresh);
    };
  }, [queries]);
}
