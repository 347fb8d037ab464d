import { useQuery } from '@tanstack/react-query';
import type { StaffDeliveryCounts } from '../../../shared/delivery/staff-deliveries.ts';
import { staffKey } from '../console/queries.ts';

export function useDeliveryCounts() {
  return useQuery<StaffDeliveryCounts>({ queryKey: staffKey('deliveries', 'counts') });
}
