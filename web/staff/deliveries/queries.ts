import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  StaffDelivery,
  StaffDeliveryCounts,
  StaffDeliveryList,
} from '../../../shared/delivery/staff-deliveries.ts';
import { read, write } from '../../lib/api/request.ts';
import { refreshLists } from '../use-fresh-lists.ts';

const path = '/api/admin/deliveries';

/** What the list is narrowed to, as it stands in the URL. */
export const filterNames = ['state', 'reason', 'minAgeHours', 'owner', 'recipient'] as const;
/** After which delivery the page begins. */
export const placeNames = ['afterSince', 'after'] as const;
export type Filters = Partial<Record<(typeof filterNames)[number], string>>;

export type ListQuery = Filters & Partial<Record<(typeof placeNames)[number], string>>;

/** One page: a read of several would count as activity of the person when it is repeated in the background. */
export function useDeliveries(query: ListQuery) {
  return useQuery<StaffDeliveryList>({
    queryKey: [path, query],
    queryFn: ({ signal }) => read<StaffDeliveryList>(`${path}?${new URLSearchParams(query)}`, { signal }),
  });
}

export function useDeliveryCounts() {
  return useQuery<StaffDeliveryCounts>({ queryKey: [path, 'counts'] });
}

/** What has stopped and somebody can do something about. */
export function stoppedCount(counts: StaffDeliveryCounts): number {
  return counts
    .filter(({ state, reason }) => ['waiting', 'failed'].includes(state) && reason !== 'memory_withdrawn')
    .reduce((sum, { count }) => sum + count, 0);
}

/** A request of staff about one delivery. */
export interface ActRequest {
  method: 'POST' | 'DELETE';
  /** The end of the path. */
  name: string;
  body: { reason: string } & Record<string, unknown>;
}

/** Sends an act with the delivery as it was seen. */
export function useAct(delivery: StaffDelivery) {
  const queries = useQueryClient();
  const { state, reason, attemptCount, recipient } = delivery;
  const seen = { state, reason, attemptCount, address: recipient?.address ?? null };
  return useMutation({
    mutationFn: ({ method, name, body }: ActRequest) =>
      write<StaffDelivery>(method, `${path}/${delivery.id}/${name}`, { ...body, seen }),
    onSettled: () => refreshLists(queries),
  });
}

/** After it, acts that give something out are accepted for a quarter of an hour. */
export function confirmIdentity(form: { password: string; code?: string }): Promise<void> {
  return write('POST', '/api/auth/confirm-identity', form);
}
