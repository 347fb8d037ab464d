import type { StaffDelivery, StaffDeliveryAct } from '../../../shared/delivery/staff-deliveries.ts';
import { write } from '../../lib/api/request.ts';

/** What some actions need besides the reason. */
export interface ActFields {
  outcome?: 'delivered' | 'send-again';
  mailingAddress?: string;
  trackingNumber?: string;
}

/** Carries out one act on a delivery, as it was seen. */
export function sendAct(
  act: StaffDeliveryAct,
  { id, state, reason: why, attemptCount, recipient }: StaffDelivery,
  reason: string,
  fields: ActFields = {},
): Promise<StaffDelivery> {
  const [method, name] = requests[act];
  const seen = { state, reason: why, attemptCount, address: recipient?.address ?? null };
  return write(method, `/api/admin/deliveries/${id}/${name}`, { ...fields, reason, seen });
}

const requests: Record<StaffDeliveryAct, readonly ['POST' | 'DELETE', string]> = {
  retry: ['POST', 'retry'],
  hold: ['POST', 'hold'],
  release: ['DELETE', 'hold'],
  readdress: ['POST', 'address'],
  settle: ['POST', 'settle'],
  pack: ['POST', 'packing'],
  post: ['POST', 'posting'],
  arrive: ['POST', 'posting/arrive'],
  return: ['POST', 'posting/return'],
};
