import { useQuery } from '@tanstack/react-query';
import type { DeliveriesGoingOut, DeliveryHold } from '../../../../shared/delivery/staff-deliveries.ts';
import { staffKey } from '../../console/queries.ts';

/** What holds all deliveries at present; normally nothing. */
export function useHolds() {
  return useQuery<DeliveryHold[]>({ queryKey: staffKey('holds') });
}

/** What a hold keeps back, or a release sets free. */
export function useGoingOut() {
  return useQuery<DeliveriesGoingOut>({ queryKey: staffKey('holds', 'effect') });
}
