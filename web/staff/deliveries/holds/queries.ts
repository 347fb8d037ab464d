import { useQuery } from '@tanstack/react-query';
import type { DeliveriesGoingOut, DeliveryHold } from '../../../../shared/delivery/staff-deliveries.ts';
import { staffKey } from '../../console/queries.ts';

/** The hold on all deliveries; normally null. */
export function useHolds() {
  return useQuery<DeliveryHold[]>({ queryKey: staffKey('holds') });
}

/** How much a hold stops, or a release resumes. */
export function useGoingOut() {
  return useQuery<DeliveriesGoingOut>({ queryKey: staffKey('holds', 'effect') });
}
