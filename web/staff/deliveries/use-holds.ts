import { useQuery } from '@tanstack/react-query';
import type { DeliveriesGoingOut, DeliveryHold } from '../../../shared/delivery/staff-deliveries.ts';
import type { OpenAct } from '../../../shared/outbox/logged-acts.ts';
import { staffKey } from '../console/queries.ts';

export function useHolds() {
  return useQuery<DeliveryHold[]>({ queryKey: staffKey('holds') });
}

export function useGoingOut() {
  return useQuery<DeliveriesGoingOut>({ queryKey: staffKey('holds', 'effect') });
}

export function useOpenActs(enabled: boolean) {
  return useQuery<OpenAct[]>({ queryKey: staffKey('holds', 'acts'), enabled });
}
