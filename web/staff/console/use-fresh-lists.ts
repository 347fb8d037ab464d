import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { inBackground } from '../../lib/api/request.ts';
import { refreshLists } from './queries.ts';

const slowMilliseconds = 300_000;

/**
 * The event stream says when a queue has changed. What only becomes due, or was missed, is found by a slow timer and
 * whenever the window is looked at again. Does not count as activity of the person, who is signed out when idle.
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
