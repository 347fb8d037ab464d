import type { ItemStatus } from '../../../../shared/keepsakes/item-rules.ts';
import type { PhysicalItemRow } from './physical-items.table.ts';

export type ItemEvent =
  | 'received'
  | 'received-while-leaving'
  | 'receipt-undone'
  | 'put-away'
  | 'return-asked'
  | 'return-called-off'
  | 'sent-back'
  | 'sent-to-recipient'
  | 'came-back'
  | 'returned'
  | 'delivered'
  | 'lost-reported'
  | 'lost-confirmed'
  | 'not-lost'
  | 'released';

export type ItemState = Pick<
  PhysicalItemRow,
  | 'status'
  | 'receivedDate'
  | 'returnRequestDate'
  | 'returnFee'
  | 'returnFeePaidAt'
  | 'handOverSince'
  | 'lostReportedAt'
  | 'lostAt'
>;

/** Whether the return fee is settled: it was paid, or staff waived it. */
export function isFeeSettled({ returnFee, returnFeePaidAt }: ItemState): boolean {
  return returnFee === 0 || returnFeePaidAt !== null;
}

/** Whether it goes, or went, back to its owner rather than to its recipient. */
export function goesBack({ returnRequestDate }: Pick<ItemState, 'returnRequestDate'>): boolean {
  return returnRequestDate !== null;
}

/** Whether it goes back only because it arrived while its owner's account was being deleted. */
export function goesBackSinceArrival({ returnRequestDate, receivedDate }: ItemState): boolean {
  return returnRequestDate !== null && returnRequestDate.getTime() === receivedDate?.getTime();
}

type Step = (item: ItemState) => ItemStatus | undefined;
const to =
  (status: ItemStatus, isAllowed: (item: ItemState) => boolean = () => true): Step =>
  (item) =>
    isAllowed(item) ? status : undefined;

const isHere = ({ receivedDate }: ItemState) => receivedDate !== null;
const isAwaited = (item: ItemState) => !isHere(item);

const steps: Record<ItemStatus, Partial<Record<ItemEvent, Step>>> = {
  stored: {
    received: to('stored', isAwaited),
    // Its owner's account is being deleted: it goes back to them.
    'received-while-leaving': to('requested_return', isAwaited),
    'receipt-undone': to('stored', isHere),
    'put-away': to('stored', isHere),
    // After a release it belongs to the person it was left to.
    'return-asked': to('requested_return', ({ handOverSince }) => handOverSince === null),
    'sent-to-recipient': to('in_transit', (item) => isHere(item) && item.handOverSince !== null),
    released: to('stored'),
  },
  requested_return: {
    received: to('requested_return', isAwaited),
    'received-while-leaving': to('requested_return', isAwaited),
    'receipt-undone': (item) =>
      isHere(item) ? (goesBackSinceArrival(item) ? 'stored' : 'requested_return') : undefined,
    'put-away': to('requested_return', isHere),
    'return-called-off': to('stored'),
    'sent-back': to('in_transit', (item) => isHere(item) && isFeeSettled(item)),
    released: to('stored'),
  },
  in_transit: {
    returned: to('returned', goesBack),
    delivered: to('delivered', (item) => !goesBack(item)),
    'came-back': (item) => (goesBack(item) && item.handOverSince === null ? 'requested_return' : 'stored'),
    // What is lost can still arrive, or come back.
    'lost-reported': to('in_transit', ({ lostReportedAt }) => lostReportedAt === null),
    'lost-confirmed': to('in_transit', (item) => item.lostReportedAt !== null && item.lostAt === null),
    'not-lost': to('in_transit', ({ lostReportedAt }) => lostReportedAt !== null),
    // An item on its way to its owner is handed over only if it comes back.
    released: to('in_transit'),
  },
  delivered: {},
  returned: {},
};

/** The only place that decides how an item moves. Undefined if the event does not apply to its state. */
export function nextStatus(item: ItemState, event: ItemEvent): ItemStatus | undefined {
  return steps[item.status][event]?.(item);
}
