import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';

/** Has the payment page been left without paying? It is said once: the address then goes on as `path` alone. */
export function useCancelledPayment(path: string): boolean {
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const [isCancelled] = useState(() => search.get('cancelled') === 'true');
  useEffect(() => {
    if (isCancelled) navigate(path, { replace: true });
  }, [isCancelled, navigate, path]);
  return isCancelled;
}
