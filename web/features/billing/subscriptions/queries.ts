import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PaymentList, Portal, SubscriptionChanged } from '../../../../shared/billing/subscriptions.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { invalidateTopics } from '../../../lib/api/changed-queries.ts';
import { write } from '../../../lib/api/request.ts';
import { toast } from '../../../ui/toast.ts';

const path = '/api/payments';

/** What was paid, and the subscription that counts. */
export function usePayments() {
  return useQuery<PaymentList>({ queryKey: [path], meta: { failure: 'Failed to fetch your payments' } });
}

/** Cancels the plan at the end of what is paid, or takes that back. The answer says what changes when. */
export function useChangeSubscription(act: 'cancel' | 'resume') {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => write<SubscriptionChanged>('POST', `/api/subscription/${act}`),
    onSuccess: ({ message }) =>
      toast({
        title: act === 'cancel' ? 'Your plan is cancelled' : 'Your plan goes on',
        description: message,
      }),
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: 'Nothing was changed',
        description: messageOf(error, 'Please try again.'),
      }),
    // After a failure too: the plan may have been changed elsewhere.
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: [path] });
      await invalidateTopics(queries, ['profile']);
    },
  });
}

/** Leads to the provider's page on which the card is changed. */
export function useOpenPortal() {
  return useMutation({
    mutationFn: () => write<Portal>('POST', '/api/subscription/portal'),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: 'The page did not open',
        description: messageOf(error, 'Please try again.'),
      }),
  });
}
