import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { deliver } from '../../../server/job-list.ts';
import type { Database } from '../../../server/platform/database.ts';
import type { FakeSmtpServer } from '../../fakes/smtp-server.ts';
import { deliveryMails } from './deliveries.ts';

/** Deliveries that one process sends at the same time: parallel jobs of a hundred each. */
const onTheirWay = deliver.concurrency * 100;

/** No mail overtook one that fell due earlier by more than what is in progress at the same time. */
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

/**
 * What falls due at one instant is sent roughly in the order in which it was written: everybody's first schedule
 * before anybody's last. It is fair among `owners` only if they were written in turns, so that is checked first.
 */
export async function expectOrderOfWriting(
  db: Database,
  smtp: Pick<FakeSmtpServer, 'messages'>,
  owners: number,
): Promise<void> {
  const { rows } = await db.execute<{ id: string; owner: string }>(
    sql`select id, user_id as owner from delivery_queue order by schedule_id`,
  );
  const [firstTurn, lastTurn] = [rows.slice(0, owners), rows.slice(-owners)];
  for (const turn of [firstTurn, lastTurn]) expect(new Set(turn.map(({ owner }) => owner)).size).toBe(owners);
  const arrivalOf = new Map(deliveryMails(smtp).map((messageId, arrival) => [idIn(messageId), arrival]));
  const arrivals = (turn: typeof rows) => turn.map(({ id }) => arrivalOf.get(id) ?? Number.NaN);
  expect(Math.max(...arrivals(firstTurn))).toBeLessThan(Math.min(...arrivals(lastTurn)));
}

function idIn(messageId: string): string {
  return /^delivery\.([0-9a-f-]{36})(?:\.[0-9a-f]+)?@/.exec(messageId)?.[1] ?? '';
}
