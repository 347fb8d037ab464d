import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { deliver } from '../../../server/job-list.ts';
import type { Database } from '../../../server/platform/database.ts';
import type { FakeSmtpServer } from '../../fakes/smtp-server.ts';
import { deliveryMails } from './deliveries.ts';

/** Deliveries that one process has on their way at a time: jobs side by side, each with a hundred. */
const onTheirWay = deliver.concurrency * 100;

/** No mail overtook one that fell due earlier, by more than what is on its way at the same time. */
export async function expectDueOrder(db: Database, smtp: Pick<FakeSmtpServer, 'messages'>): Promise<void> {
  const rows = await db.execute<{ id: string; place: number }>(
    sql`select id, rank() over (order by due_at)::int - 1 as place from delivery_queue`,
  );
  const placeOf = new Map(rows.rows.map(({ id, place }) => [id, place]));
  const overtaking = deliveryMails(smtp)
    .map((messageId, arrival) => {
      const id = /^delivery\.([0-9a-f-]{36})@/.exec(messageId)?.[1] ?? '';
      return { id, arrival, place: placeOf.get(id) ?? Number.NaN };
    })
    .filter(({ arrival, place }) => !(place - arrival <= onTheirWay));
  expect(overtaking).toEqual([]);
}
