import type { QueryFunction } from '@tanstack/react-query';
import { QueryCache, QueryClient } from '@tanstack/react-query';
import { read } from './request.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The text of the toast when this read fails. */
      failure?: string;
    };
  }
}

/** By default, a query is a GET of its key's parts, joined with slashes. */
export const readByKey: QueryFunction = ({ queryKey, signal }) => read(pathOf(queryKey), { signal });

export function pathOf(queryKey: readonly unknown[]): string {
  return queryKey.join('/');
}

/**
 * Data never becomes stale by age, because the change stream announces changes on the server. No polling, no refetch
 * on focus, no retries. `onFailedRead` is called with the `failure` in the query's meta.
 */
export function createQueryClient(onFailedRead: (failure: string, error: Error) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (query.meta?.failure) onFailedRead(query.meta.failure, error);
      },
    }),
    defaultOptions: {
      queries: {
        queryFn: readByKey,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        retry: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
