import type { StaffDelivery } from '../../../shared/delivery/staff-deliveries.ts';
import type { BulkAct } from '../console/bulk-run.ts';
import { sendAct } from './requests.ts';
import { statusText } from './words.ts';

const deliveries = (count: number) => `${count} ${count === 1 ? 'delivery' : 'deliveries'}`;

type Words = Pick<BulkAct<StaffDelivery>, 'title' | 'what' | 'will' | 'did'>;

const words: Record<'retry' | 'hold' | 'release', Words> = {
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
export const bulkActs: readonly BulkAct<StaffDelivery>[] = (['retry', 'hold', 'release'] as const).map(
  (act) => ({
    ...words[act],
    name: act,
    fits: ({ acts }) => acts.includes(act),
    refusalOf: (delivery) => refusalOf(act, delivery),
    nameOf: ({ recipient }) => recipient?.name ?? 'Nobody any more',
    send: (delivery, reason) => sendAct(act, delivery, reason),
  }),
);

function refusalOf(act: keyof typeof words, delivery: StaffDelivery): string {
  const what = statusText(delivery).toLowerCase();
  if (act === 'release') return `not held, but ${what}`;
  if (delivery.acts.includes('settle')) return 'it may have arrived; please settle it first';
  return what;
}
