import { waitingReasons } from '../../../../../shared/delivery/waiting-reasons.ts';
import type { ReadMetrics } from '../../../../platform/context.ts';
import { openHolds } from '../holds/holds.ts';
import { groupUndelivered, longestOverdue } from './figures.ts';

/** Undelivered deliveries are counted with indexes; delivered ones only grow in number and are not counted. */
export const deliveryMetrics: ReadMetrics = async (services) => {
  const groups = await groupUndelivered(services);
  return [
    {
      name: 'long_after_deliveries',
      help: 'Deliveries that are not made yet, by state and, where one waits, by what it waits for.',
      samples: everyState.map(({ state, reason }) => ({
        labels: { state, reason: reason ?? '' },
        value: groups
          .filter((group) => group.state === state && group.reason === reason)
          .reduce((sum, { count }) => sum + count, 0),
      })),
    },
    {
      name: 'long_after_delivery_overdue_seconds',
      help: 'For how long the oldest delivery that nothing but us stands in the way of has been due; 0 where there is none.',
      samples: [{ value: longestOverdue(groups) }],
    },
    {
      name: 'long_after_delivery_holds',
      help: 'Open holds: while there is one, nothing is delivered to anybody.',
      samples: [{ value: (await openHolds(services.db)).length }],
    },
  ];
};

const everyState: readonly { state: string; reason: string | null }[] = [
  ...['pending', 'sending', 'failed'].map((state) => ({ state, reason: null })),
  ...waitingReasons.map((reason) => ({ state: 'waiting', reason })),
];
