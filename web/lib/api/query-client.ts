import type { QueryFunction } from '@tanstack/react-query';
import { QueryCache, QueryClient } from '@tanstack/react-query';
import { read } from './request.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The words of the toast when this read fails. */
      failure?: string;
    };
  }
}

/** The default read: a GET on the parts of the key, joined with slashes. */
export const readByKey: QueryFunction = ({ queryKey, signal }) => read(pathOf(queryKey), { signal });

export function pathOf(queryKey: readonly unknown[]): string {
  return queryKey.join('/');
}

/**
 * Data is never stale by age: what changes on the server is announced by the change stream. No polling, no refetch
 * on focus, no retries. `onFailedRead` hears the `failure` that a query names in its meta.
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
