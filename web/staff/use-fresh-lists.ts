import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { inBackground } from '../lib/api/request.ts';

const refreshMilliseconds = 30_000;

/** Reads every list of staff again; called after an act of theirs. */
export function refreshLists(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({
    predicate: ({ queryKey: [first] }) => String(first).startsWith('/api/admin/'),
  });
}

/**
 * Keeps the lists of staff up to date, in one place: what happens to the deliveries of others is not announced to them. Does
 * not count as activity of the person, who is signed out when idle.
 */
export function useFreshLists(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const refresh = () => void inBackground(() => refreshLists(queries));
    const timer = window.setInterval(refresh, refreshMilliseconds);
    window.addEventListener('focus', refresh);
    return () => {
      window.clearInterval(timer);
      window.removeEventListener('focus', refresh);
    };
  }, [queries]);
}
