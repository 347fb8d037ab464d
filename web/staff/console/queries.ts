import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { read, write } from '../../lib/api/request.ts';
import { queryValues } from './query-values.ts';

/** Every query of the console is below this key, so that the event stream can mark them all. */
const root = '/api/admin';

/** The key of `/api/admin/{parts}`, which the default read resolves by itself. */
export function staffKey(...parts: readonly unknown[]): readonly unknown[] {
  return [root, ...parts];
}

/** Reads every list of staff again; called after an act of theirs. */
export function refreshLists(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: [root] });
}

type Values<Name extends string> = Partial<Record<Name, string>>;

interface ListNames<Filter extends string, Place extends string> {
  /** What the list is narrowed to or sorted by. */
  filters: readonly Filter[];
  /** After which record the page begins: the fields of `next`. */
  places: readonly Place[];
}

/**
 * One page of `/api/admin/{noun}`, narrowed as the URL says. One page only: a read of several would count as activity of
 * the person when it is repeated in the background.
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
  const list = useQuery<List>({
    queryKey: staffKey(noun, query),
    queryFn: ({ signal }) =>
      read<List>(`${root}/${noun}?${new URLSearchParams(queryValues(query))}`, { signal }),
  });

  return {
    list,
    filters,
    /** Shows the first page of another selection. */
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

/** After it, acts that give something out are accepted for a quarter of an hour. */
export function confirmIdentity(form: { password: string; code?: string }): Promise<void> {
  return write('POST', '/api/auth/confirm-identity', form);
}
