import { MutationCache, QueryCache, QueryClient, type QueryFunction } from '@tanstack/react-query';
import { read } from './request.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Shown in a toast when this read fails, in addition to the panel shown in its place. */
      failure?: string;
    };
  }
}

/** By default, a query is a GET of its key's parts, joined with slashes. */
const readByKey: QueryFunction = ({ queryKey, signal }) => read(pathOf(queryKey), { signal });

export function pathOf(queryKey: readonly unknown[]): string {
  return queryKey.join('/');
}

/**
 * Data never becomes stale by age, because the change stream announces changes on the server. No polling, no
 * refetch on focus, no retries. `onFailedRead` is called with the `failure` in the query's meta; `onSuccess`
 * after every successful write, and after a successful read that follows a reported failure.
 */
export function createQueryClient(
  onFailedRead: (failure: string, error: Error) => void,
  onSuccess: () => void = () => undefined,
): QueryClient {
  const failed = new Set<string>();
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        const { failure } = query.meta ?? {};
        if (!failure) return;
        failed.add(query.queryHash);
        onFailedRead(failure, error);
      },
      onSuccess: (_, query) => {
        if (failed.delete(query.queryHash)) onSuccess();
      },
    }),
    mutationCache: new MutationCache({ onSuccess: () => onSuccess() }),
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
