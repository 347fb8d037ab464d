import type { StaffAddressChange } from '../../../shared/after-death/staff-address-changes.ts';
import type { StaffDelivery, StaffDeliveryAct } from '../../../shared/delivery/staff-deliveries.ts';
import { write } from '../../lib/api/request.ts';
import type { ActionField, ActionRequest } from '../console/action-dialog.tsx';
import { type BulkText, bulkActs } from '../console/bulk-run.ts';
import { counted } from '../console/format.ts';
import { actLabels, contentsOf, nameOf, statusText } from './labels.ts';

const requests: Record<StaffDeliveryAct, readonly ['POST' | 'DELETE', string]> = {
  retry: ['POST', 'retry'],
  hold: ['POST', 'hold'],
  release: ['DELETE', 'hold'],
  readdress: ['POST', 'address'],
  confirm: ['POST', 'right-address'],
  settle: ['POST', 'settle'],
  pack: ['POST', 'packing'],
  post: ['POST', 'posting'],
  arrive: ['POST', 'posting/arrive'],
  return: ['POST', 'posting/return'],
};

function requestFor(act: StaffDeliveryAct, { id, state, reason, attemptCount, recipient }: StaffDelivery) {
  const [method, name] = requests[act];
  const seen = { state, reason, attemptCount, address: recipient?.address ?? null };
  return { method, path: `deliveries/${id}/${name}`, body: { seen } };
}

export function requestOf(
  delivery: StaffDelivery,
  act: StaffDeliveryAct,
  onPacked: (id: string) => void,
): ActionRequest<StaffDelivery | StaffAddressChange> {
  const { title, what, answer, reasonNote, done } = actLabels[act];
  const { method, path, body } = requestFor(act, delivery);
  const mailingAddress = delivery.recipient?.mailingAddress ?? '';
  return {
    ...{ title, what, button: answer, reasonNote, method, path },
    body: { ...body, ...(act === 'post' && { mailingAddress, parcelId: delivery.parcel?.id ?? undefined }) },
    fields: fields[act] ?? [],
    note: act === 'post' && (
      <p className="whitespace-pre-line">
        To {delivery.recipient?.name}, {mailingAddress || 'whose mailing address is missing'}
        {'\n'}As it was packed: {contentsOf(delivery) ?? 'one thing'}
      </p>
    ),
    done(after) {
      if (act === 'pack') {
        onPacked(delivery.id);
        return undefined;
      }
      const description =
        'person' in after ? after.person.name : `${after.recipient?.name ?? 'It'}: ${statusText(after)}`;
      return { title: done, description };
    },
  };
}

const fields: Partial<Record<StaffDeliveryAct, ActionField[]>> = {
  readdress: [
    { name: 'email', label: 'New email address', type: 'email', ifEmpty: 'omit' },
    { name: 'secondEmail', label: 'New second email address', type: 'email', ifEmpty: 'omit' },
    {
      ...{ name: 'phone', label: 'New phone number', type: 'tel', ifEmpty: 'omit' },
      description: 'What you leave empty stays as it is',
    },
    { kind: 'area', name: 'mailingAddress', label: 'New postal address', rows: 2, ifEmpty: 'omit' },
  ],
  post: [{ name: 'trackingNumber', label: 'Tracking number', description: 'If it has one' }],
  settle: [
    {
      ...{ kind: 'radio', name: 'outcome', label: 'What you found out', initial: 'delivered' },
      options: [
        { value: 'delivered', label: 'It arrived' },
        { value: 'send-again', label: 'It did not: send it again' },
      ],
    },
  ],
};

const deliveries = (count: number) => counted(count, 'delivery', 'deliveries');

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

export const deliveryBulkActs = bulkActs<StaffDelivery, keyof typeof texts>(texts, {
  nameOf,
  refusalOf: (delivery, act) => {
    const what = statusText(delivery).toLowerCase();
    if (act === 'release') return `not held, but ${what}`;
    if (delivery.acts.includes('settle')) return 'it may have arrived; please settle it first';
    return what;
  },
  send(act, delivery, reason) {
    const { method, path, body } = requestFor(act, delivery);
    return write(method, `/api/admin/${path}`, { ...body, reason });
  },
});
