import { asc, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { readDatabaseTime } from '../../../../platform/database-time.ts';
import { remindOfPastDueLater } from '../../../billing/past-due/past-due.ts';
import { trustedContacts } from '../../../people/recipients/recipients.ts';
import { recordAll } from '../../../system/audit/audit.ts';
import { announceToStaff } from '../../../system/changes/changes.ts';
import { askLater } from '../deliveries.mails.ts';
import { type DeliveryRow, deliveryQueue } from '../deliveries.table.ts';
import { enqueueDeliveries } from '../start/enqueue.ts';
import { type DeliveryEvent, nextState, startsToAsk } from './delivery-state.ts';
import { waitsForPayment } from './state.ts';
import type { Transition } from './steps.ts';

/** Locks deliveries until `tx` ends, always in the same order. A caller that also locks schedules locks those first. */
export function lockDeliveries(tx: Tx, which: SQL | undefined): Promise<DeliveryRow[]> {
  return tx.select().from(deliveryQueue).where(which).orderBy(asc(deliveryQueue.id)).for('no key update');
}

/**
 * Applies an event to each of `rows`, which the caller has locked: writes the new rows, the audit log and the
 * follow-up jobs. The only place that changes the state of an existing delivery, apart from the claim.
 * Returns the transitions that took place.
 */
export async function applyEvents(
  tx: Tx,
  services: Services,
  rows: readonly DeliveryRow[],
  eventOf: (row: DeliveryRow) => DeliveryEvent,
): Promise<Transition[]> {
  const now = await readDatabaseTime(tx, services.clock);
  const transitions = rows.flatMap((row) => nextState(row, eventOf(row), now) ?? []);
  await deleteRows(
    tx,
    transitions.filter(({ after }) => !after).map(({ before }) => before.id),
  );
  await writeRows(tx, transitions);
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
  const stopped = transitions.flatMap((transition) => startsToAsk(transition) ?? []);
  await askLater(tx, services, stopped);
  for (const ownerId of newlyUnpaid(transitions))
    await remindOfPastDueLater(tx, services, trustedContacts, ownerId);
  if (transitions.some(concernsStaff)) await announceToStaff(tx);
  return transitions;
}

/** Deliveries that stop, were stopped or go on again, but not those that go well. */
function concernsStaff({ before, after }: Transition): boolean {
  return before.stoppedAt !== null || Boolean(after?.stoppedAt);
}

/** The owners of deliveries that begin to wait for a payment. */
function newlyUnpaid(transitions: readonly Transition[]): Set<string> {
  const begun = transitions.filter(
    ({ before, after }) => after && waitsForPayment(after) && !waitsForPayment(before),
  );
  return new Set(begun.map(({ before }) => before.userId));
}

async function deleteRows(tx: Tx, ids: string[]): Promise<void> {
  if (ids.length > 0) await tx.delete(deliveryQueue).where(inArray(deliveryQueue.id, ids));
}

const table = getTableColumns(deliveryQueue);
const columnKeys = Object.keys(table) as (keyof DeliveryRow)[];

/** A single statement for any number of rows; it names only columns that one of them changes. */
async function writeRows(tx: Tx, transitions: readonly Transition[]): Promise<void> {
  const changes = transitions.flatMap(({ before, after }) => (after ? [{ before, after }] : []));
  const changed = columnKeys.filter((key) =>
    changes.some(({ before, after }) => !isSame(before[key], after[key])),
  );
  if (changed.length === 0) return;
  const written = [table.id, ...changed.map((key) => table[key])];
  const types = written.map((column) => `${column.name} ${column.getSQLType()}`);
  const assignments = changed.map((key) => `${table[key].name} = row.${table[key].name}`);
  const records = changes.map(({ after }) =>
    Object.fromEntries([['id', after.id], ...changed.map((key) => [table[key].name, after[key]])]),
  );
  await tx.execute(sql`
    update delivery_queue d set ${sql.raw(assignments.join(', '))}
    from json_to_recordset(${JSON.stringify(records)}::json) as row (${sql.raw(types.join(', '))})
    where d.id = row.id`);
}

function isSame(one: unknown, other: unknown): boolean {
  return one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other;
}
