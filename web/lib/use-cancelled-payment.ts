import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';

/** Whether the person left the payment page without paying. Removes the parameter from the URL, so that it shows once. */
export function useCancelledPayment(path: string): boolean {
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const [isCancelled] = useState(() => search.get('cancelled') === 'true');
  useEffect(() => {
    if (isCancelled) navigate(path, { replace: true });
  }, [isCancelled, navigate, path]);
  return isCancelled;
}
