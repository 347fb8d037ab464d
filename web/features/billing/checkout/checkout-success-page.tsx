import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { User } from '../../../../shared/accounts/accounts.ts';
import { invalidateTopics } from '../../../lib/api/changed-queries.ts';
import { read } from '../../../lib/api/request.ts';
import { replaceStoredUser } from '../../accounts/sessions/sessions.ts';
import { PaymentOutcome } from './payment-outcome.tsx';

/** Where the payment page leads a signed-in person. The new plan shows everywhere before this page says so. */
export function CheckoutSuccessPage() {
  const queries = useQueryClient();
  const refresh = useCallback(async () => {
    // The payment is made, whether or not the page can be told so at once.
    await Promise.allSettled([
      read<User>('/api/user/profile').then(replaceStoredUser),
      invalidateTopics(queries, ['profile', 'stats']),
    ]);
  }, [queries]);
  return <PaymentOutcome onPaid={refresh} />;
}
