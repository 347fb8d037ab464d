import type { StaffAddressChange } from '../../../shared/after-death/address-changes.ts';
import type { StaffDelivery, StaffDeliveryAct } from '../../../shared/delivery/staff-deliveries.ts';
import { write } from '../../lib/api/request.ts';
import { type BulkText, bulkActs } from '../console/bulk-run.ts';
import { nameOf, statusText } from './labels.ts';

/** What some actions need besides the reason. */
export interface ActFields {
  outcome?: 'delivered' | 'send-again';
  mailingAddress?: string;
  trackingNumber?: string;
}

/** Carries out one act on a delivery, as it was seen. */
export function sendAct(
  act: StaffDeliveryAct,
  delivery: StaffDelivery,
  reason: string,
  fields: ActFields = {},
): Promise<StaffDelivery> {
  const [method, name] = requests[act];
  const body = { ...fields, reason, seen: seenOf(delivery) };
  return write(method, `/api/admin/deliveries/${delivery.id}/${name}`, body);
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

/** What is left empty stays as it is. */
export interface Reached {
  email?: string;
  phone?: string;
  mailingAddress?: string;
}

export function proposeAddress(
  delivery: StaffDelivery,
  reason: string,
  reached: Reached,
): Promise<StaffAddressChange> {
  const entered = Object.fromEntries(Object.entries(reached).filter(([, text]) => text.trim()));
  const body = { ...entered, reason, seen: seenOf(delivery) };
  return write('POST', `/api/admin/deliveries/${delivery.id}/address`, body);
}

function seenOf({ state, reason, attemptCount, recipient }: StaffDelivery) {
  return { state, reason, attemptCount, address: recipient?.address ?? null };
}

const deliveries = (count: number) => `${count} ${count === 1 ? 'delivery' : 'deliveries'}`;

const texts: Record<'retry' | 'hold' | 'release', BulkText> = {
  retry: {
    title: 'Try again',
    what: (count) => `Try ${count} again`,
    will: (count) => `${deliveries(count)} will be sent at once, with another week of attempts`,
    did: (count) => `${deliveries(count)} tried again.`,
  },
  hold: {
    title: 'Hold',
    what: (count) => `Hold ${count}`,
    will: (count) => `${deliveries(count)} will not be sent until released, whatever the owner corrects`,
    did: (count) => `${deliveries(count)} held.`,
  },
  release: {
    title: 'Release',
    what: (count) => `Release ${count}`,
    will: (count) => `${deliveries(count)} will go on at once`,
    did: (count) => `${deliveries(count)} released.`,
  },
};

/** What can be done to several deliveries at once. */
export const deliveryBulkActs = bulkActs<StaffDelivery, keyof typeof texts>(texts, {
  nameOf,
  refusalOf: (delivery, act) => {
    const what = statusText(delivery).toLowerCase();
    if (act === 'release') return `not held, but ${what}`;
    if (delivery.acts.includes('settle')) return 'it may have arrived; please settle it first';
    return what;
  },
  send: sendAct,
});
