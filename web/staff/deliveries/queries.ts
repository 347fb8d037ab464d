import { useQuery } from '@tanstack/react-query';
import type { StaffDeliveryCounts } from '../../../shared/delivery/staff-deliveries.ts';
import { staffKey } from '../console/queries.ts';

export function useDeliveryCounts() {
  return useQuery<StaffDeliveryCounts>({ queryKey: staffKey('deliveries', 'counts') });
}

/** What has stopped and somebody can do something about. */
export function stoppedCount(counts: StaffDeliveryCounts): number {
  return counts
    .filter(({ state, reason }) => ['waiting', 'failed'].includes(state) && reason !== 'memory_withdrawn')
    .reduce((sum, { count }) => sum + count, 0);
}
