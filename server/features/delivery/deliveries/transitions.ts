import { asc, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { recordAll } from '../../system/audit/audit.ts';
import { askForAddressesLater } from './deliveries.mails.ts';
import { type DeliveryRow, deliveryQueue } from './deliveries.table.ts';
import { type DeliveryEvent, nextState, startsToAsk, type Transition } from './delivery-state.ts';
import { enqueueDeliveries } from './enqueue.ts';

/** Locks deliveries until `tx` ends, always in the same order. A caller that also locks schedules locks those first. */
export function lockDeliveries(tx: Tx, which: SQL | undefined): Promise<DeliveryRow[]> {
  return tx.select().from(deliveryQueue).where(which).orderBy(asc(deliveryQueue.id)).for('no key update');
}

/**
 * Applies an event to each of `rows`, which the caller has locked: writes the new rows, the audit log and the follow-up
 * jobs. Apart from the claim, the only place that changes a delivery. Returns the transitions that took place.
 */
export async function applyEvents(
  tx: Tx,
  services: Services,
  rows: readonly DeliveryRow[],
  eventOf: (row: DeliveryRow) => DeliveryEvent,
): Promise<Transition[]> {
  const now = services.clock.now();
  const transitions = rows.flatMap((row) => nextState(row, eventOf(row), now) ?? []);
  await deleteRows(
    tx,
    transitions.filter(({ after }) => !after).map(({ before }) => before.id),
  );
  await writeRows(
    tx,
    transitions.flatMap(({ after }) => after ?? []),
  );
  await recordAll(
    tx,
    now,
    transitions.flatMap(({ audit }) => audit),
  );
  const ready = transitions.filter(({ enqueue }) => enqueue).map(({ before }) => before);
  await enqueueDeliveries(
    tx,
    services,
    ready.toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime()),
  );
  await askForAddressesLater(
    tx,
    services,
    transitions.flatMap((transition) => startsToAsk(transition) ?? []),
  );
  return transitions;
}

async function deleteRows(tx: Tx, ids: string[]): Promise<void> {
  if (ids.length > 0) await tx.delete(deliveryQueue).where(inArray(deliveryQueue.id, ids));
}

type Unchanging =
  | 'id'
  | 'scheduleId'
  | 'recipientId'
  | 'userId'
  | 'attemptCount'
  | 'lastAttempt'
  | 'dueAt'
  | 'tokenHash'
  | 'recipientFirstName'
  | 'createdAt';

/** Columns that a transition may change. A column named neither here nor in `Unchanging` is a type error. */
const changing: Record<Exclude<keyof DeliveryRow, Unchanging>, true> = {
  status: true,
  errorMessage: true,
  waitingReason: true,
  attemptAfter: true,
  sweepAt: true,
  firstAttempt: true,
  unansweredMails: true,
  lastUnansweredAt: true,
  outcomeUnknownAt: true,
  addressChangedAt: true,
  memoryApprovedAt: true,
  memoryWithdrawnAt: true,
  sentTo: true,
  deliveredAt: true,
  openedAt: true,
};
const table = getTableColumns(deliveryQueue);
const columns = Object.entries(table).filter(([key]) => key in changing);
const assignments = sql.join(
  columns.map(([, { name }]) => sql.raw(`${name} = row.${name}`)),
  sql`, `,
);
const recordTypes = sql.join(
  [table.id, ...columns.map(([, column]) => column)].map((column) =>
    sql.raw(`${column.name} ${column.getSQLType()}`),
  ),
  sql`, `,
);

/** One statement, however many rows. */
async function writeRows(tx: Tx, rows: readonly DeliveryRow[]): Promise<void> {
  if (rows.length === 0) return;
  const records = rows.map((row) => {
    const values: Record<string, unknown> = { ...row };
    return { id: row.id, ...Object.fromEntries(columns.map(([key, { name }]) => [name, values[key]])) };
  });
  await tx.execute(sql`
    update delivery_queue d set ${assignments}
    from json_to_recordset(${JSON.stringify(records)}::json) as row (${recordTypes})
    where d.id = row.id`);
}
