import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { User } from '../../../../shared/accounts/accounts.ts';
import { invalidateTopics } from '../../../lib/api/changed-queries.ts';
import { read } from '../../../lib/api/request.ts';
import { replaceStoredUser } from '../../accounts/auth/sessions/sessions.ts';
import { PaymentOutcome } from './payment-outcome.tsx';

/** Where the payment page returns signed-in people. The new plan is shown everywhere before this page reports success. */
export function CheckoutSuccessPage() {
  const queries = useQueryClient();
  const refresh = useCallback(async () => {
    // The payment stands even if this refresh fails.
    await Promise.allSettled([
      read<User>('/api/user/profile').then(replaceStoredUser),
      invalidateTopics(queries, ['profile', 'stats']),
    ]);
  }, [queries]);
  return <PaymentOutcome onPaid={refresh} />;
}
