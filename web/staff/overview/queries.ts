import { useQuery } from '@tanstack/react-query';
import type {
  StaffDeliveryDays,
  StaffHealth,
  StaffOverview,
  StaffQueueName,
} from '../../../shared/staff/overview.ts';
import type { StaffPromises } from '../../../shared/staff/promises.ts';
import { staffKey } from '../console/queries.ts';

export function useOverview() {
  return useQuery<StaffOverview>({ queryKey: staffKey('overview') });
}

export function useHealth() {
  return useQuery<StaffHealth>({ queryKey: staffKey('overview', 'health') });
}

export function useDeliveryDays() {
  return useQuery<StaffDeliveryDays>({ queryKey: staffKey('overview', 'deliveries') });
}

/** Counted over all accounts, so it is read only when the page opens. */
export function usePromises() {
  return useQuery<StaffPromises>({ queryKey: staffKey('overview', 'promises') });
}

export function useQueueCounts(): (name: StaffQueueName) => number | undefined {
  const { data } = useOverview();
  return (name) => data?.queues.find((queue) => queue.name === name)?.count;
}
