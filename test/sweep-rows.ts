import type { SQL } from 'drizzle-orm';
import { minutesAfter } from '../server/platform/clock.ts';
import type { TimerDefinition } from '../server/platform/jobs.ts';
import type { TestApp } from './app.ts';
import { insertRow } from './insert-row.ts';

type Values = Record<string, unknown>;

interface Poison {
  table: string;
  on: 'insert' | 'update' | 'delete';
  /** The condition for the bad row, in the trigger. */
  when: (id: string) => string;
}

export interface SweepCase {
  /** Its name in the log and in the metric. */
  sweep: string;
  timer: TimerDefinition;
  table: string;
  values: (ownerId: string) => Record<string, unknown> | Promise<Record<string, unknown>>;
  /** A condition on the row `t`; without it, the row is gone, or its `id` was requested if the fault is the provider's. */
  done?: SQL;
  key?: string;
  poison?: Partial<Poison> | 'provider';
}

/** Rows that a sweep finds, and the instants that make them due. */
export function sweepRows(testApp: TestApp) {
  const { clock } = testApp;
  const day = 24 * 60;
  const ago = (minutes: number) => minutesAfter(clock.now(), -minutes).toISOString();
  const insert = insertRow.bind(undefined, testApp);

  async function schedule(userId: string, values: Values = {}): Promise<Values> {
    const memoryId = await insert('memories', { user_id: userId, type: 'letter', checked_at: ago(0) });
    const how = { delivery_type: 'scheduled', delivery_method: 'digital' };
    return { user_id: userId, memory_id: memoryId, ...how, timezone: 'UTC', local_time: '12:00', ...values };
  }

  async function delivery(userId: string, values: Values): Promise<Values> {
    const due = await schedule(userId, { started_at: ago(1), due_at: ago(1) });
    const scheduleId = await insert('schedules', due);
    return { user_id: userId, schedule_id: scheduleId, attempt_after: ago(1), due_at: ago(1), ...values };
  }

  return { insert, ago, day, schedule, delivery };
}
