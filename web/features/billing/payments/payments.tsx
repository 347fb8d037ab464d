import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { Notice } from '../../../ui/notice.tsx';

interface CancelledPaymentProps {
  /** The path of the page that contains it. */
  path: string;
  /** What happens to what was to be paid for. */
  children?: ReactNode;
}

/** Shown once to somebody who left the payment page without paying. */
export function CancelledPayment({ path, children }: CancelledPaymentProps) {
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const [isCancelled] = useState(() => search.get('cancelled') === 'true');
  useEffect(() => {
    if (isCancelled) navigate(path, { replace: true });
  }, [isCancelled, navigate, path]);
  if (!isCancelled) return null;
  return (
    <Notice title="Payment Cancelled">
      Your payment was cancelled. You can try again anytime.{children && <> {children}</>}
    </Notice>
  );
}
