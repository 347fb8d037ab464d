import { formatDay } from '../../../shared/dates.ts';
import type { StaffGiftOrder } from '../../../shared/store/staff-gift-orders.ts';
import type { BulkAct } from '../console/bulk-run.ts';
import { sendOrderAct } from './order-act-dialog.tsx';
import { statusWords } from './words.ts';

const orders = (count: number) => `${count} ${count === 1 ? 'order' : 'orders'}`;

const words: Record<'begin' | 'arrive', Pick<BulkAct<StaffGiftOrder>, 'title' | 'what' | 'will' | 'did'>> = {
  begin: {
    title: 'Begin these orders',
    what: (count) => `Begin ${count}`,
    will: (count) => `${orders(count)} will read “Being prepared” to their owners`,
    did: (count) => `${orders(count)} begun.`,
  },
  arrive: {
    title: 'Mark them as arrived',
    what: (count) => `${count} arrived`,
    will: (count) => `${orders(count)} will be over: nothing more can be done to them`,
    did: (count) => `${orders(count)} arrived.`,
  },
};

/** What can be done to several orders at once. Sending takes a tracking number for each. */
export const bulkActs: readonly BulkAct<StaffGiftOrder>[] = (['begin', 'arrive'] as const).map((act) => ({
  ...words[act],
  name: act,
  fits: ({ acts }) => acts.includes(act),
  refusalOf: ({ status }) => statusWords[status].label.toLowerCase(),
  nameOf: ({ recipientName, deliveryDate }) => `${recipientName}, ${formatDay(deliveryDate)}`,
  send: (order, reason) => sendOrderAct(order, act, reason),
}));
