import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { User } from '../../../../shared/accounts/accounts.ts';
import type { BillingPeriod } from '../../../../shared/billing/billing.ts';
import type { OwnKeepCurrent } from '../../../../shared/billing/keep-current.ts';
import type {
  ChangePreview,
  PaymentList,
  Portal,
  SeenPlan,
  SubscriptionChanged,
} from '../../../../shared/billing/subscriptions.ts';
import type { PlanKey } from '../../../../shared/plans.ts';
import { invalidateTopics } from '../../../lib/api/changed-queries.ts';
import { read, write } from '../../../lib/api/request.ts';
import { showFailure, toast } from '../../../ui/toast.ts';
import { replaceStoredUser } from '../../accounts/auth/sessions/sessions.ts';

const path = '/api/payments';

/** The plan that a running one is changed to; `free` cancels it. */
export interface WantedPlan {
  plan: PlanKey;
  period: BillingPeriod;
}

/** The payments, and the subscription that counts. */
export function usePayments() {
  return useQuery<PaymentList>({ queryKey: [path], meta: { failure: 'Failed to fetch your payments' } });
}

/** The owner's own link to what is due; its URL is null while nothing is. */
export function useOwnKeepCurrent() {
  return useQuery<OwnKeepCurrent>({
    queryKey: ['/api/keep-current'],
    meta: { failure: 'Failed to fetch your payment link' },
  });
}

/** What a change would do; requested again each time somebody considers it. */
export function useChangePreview({ plan, period }: WantedPlan) {
  return useQuery<ChangePreview>({
    queryKey: ['/api/subscription/preview', plan, period],
    queryFn: ({ signal }) => write('POST', '/api/subscription/preview', form(plan, period), { signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

function form(subscriptionPlan: PlanKey, billingPeriod: BillingPeriod) {
  return { subscriptionPlan, billingPeriod };
}

/** Makes the change that was `seen`. The response says what has changed, and when. */
export function useChangePlan({ plan, period }: WantedPlan) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (seen: SeenPlan) =>
      plan === 'free'
        ? write<SubscriptionChanged>('POST', '/api/subscription/cancel')
        : write<SubscriptionChanged>('POST', '/api/subscription/change', { ...form(plan, period), seen }),
    // Not awaited: the dialog should close with the response, while its screen is still the same.
    onSettled: () => void refresh(),
  });
}

/** Takes back a cancellation, or a planned change. */
export function useResumePlan() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => write<SubscriptionChanged>('POST', '/api/subscription/resume'),
    onSuccess: ({ message }) => toast({ title: 'Your plan goes on', description: message }),
    onError: (error) => showFailure(error, undefined, 'Nothing was changed'),
    onSettled: refresh,
  });
}

/** Also after a failure: the plan may have been changed elsewhere. */
function useRefresh() {
  const queries = useQueryClient();
  return async () => {
    await Promise.allSettled([
      read<User>('/api/user/profile').then(replaceStoredUser),
      queries.invalidateQueries({ queryKey: [path] }),
      invalidateTopics(queries, ['profile', 'stats']),
    ]);
  };
}

/** Leads to the provider's page for changing the card. */
export function useOpenPortal() {
  return useMutation({
    mutationFn: () => write<Portal>('POST', '/api/subscription/portal'),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => showFailure(error, undefined, 'The page did not open'),
  });
}
