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
      const id = idIn(messageId);
      return { id, arrival, place: placeOf.get(id) ?? Number.NaN };
    })
    .filter(({ arrival, place }) => !(place - arrival <= onTheirWay));
  expect(overtaking).toEqual([]);
}

/** Of what is due at one instant, nobody has received all of theirs while somebody else has received nothing. */
export async function expectFairOrder(db: Database, smtp: Pick<FakeSmtpServer, 'messages'>): Promise<void> {
  const rows = await db.execute<{ id: string; owner: string }>(
    sql`select id, user_id as owner from delivery_queue`,
  );
  const ownerOf = new Map(rows.rows.map(({ id, owner }) => [id, owner]));
  const owners = deliveryMails(smtp).map((messageId) => ownerOf.get(idIn(messageId)) ?? messageId);
  const firsts = [...new Set(owners)].map((owner) => owners.indexOf(owner));
  const lasts = [...new Set(owners)].map((owner) => owners.lastIndexOf(owner));
  expect(Math.max(...firsts)).toBeLessThan(Math.min(...lasts));
}

function idIn(messageId: string): string {
  return /^delivery\.([0-9a-f-]{36})@/.exec(messageId)?.[1] ?? '';
}
