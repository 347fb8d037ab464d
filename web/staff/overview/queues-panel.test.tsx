import type { UseQueryResult } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { StaffOverview, StaffQueue } from '../../../shared/staff/overview.ts';
import { QueuesPanel } from './queues-panel.tsx';

const queue = (name: StaffQueue['name'], count: number, late = 0): StaffQueue => ({
  name,
  count,
  late,
  oldest: count > 0 ? '2026-11-22T12:00:00.000Z' : null,
  detail: null,
});

test('what is late stands first, and what has nothing in one line below', () => {
  const overview = {
    data: {
      queues: [queue('memories', 2), queue('disputes', 0), queue('deliveries', 3, 1), queue('refunds', 0)],
      missedToday: 0,
    },
    isPending: false,
    isError: false,
  } as unknown as UseQueryResult<StaffOverview>;
  const markup = renderToStaticMarkup(<QueuesPanel overview={overview} readAt="09:40" />);
  const rows = [...markup.matchAll(/<th scope="row".*?<a[^>]*>([^<]+)</g)].map(([, name]) => name);
  expect(rows).toEqual(['Deliveries that wait for us', 'Memory review']);
  const below = markup.slice(markup.indexOf('Nothing waits in'));
  expect([...below.matchAll(/<a[^>]*>([^<]+)</g)].map(([, name]) => name)).toEqual([
    'Disputed charges',
    'Payments to refund',
  ]);
});
