import { and, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Queryable, type Tx } from '../../../../platform/database.ts';
import { latestNow } from '../../../../platform/database-time.ts';
import { requireFound } from '../../../../platform/errors.ts';
import type { MailHandlers } from '../../../outbox/messages/mails/mails.ts';
import { recordAcceptedMails } from '../../../outbox/messages/mails/sending/sending.ts';
import { identityOfDatabase } from '../../../outbox/messages/messages.ts';
import {
  type ActEntry,
  type DeliveryEntry,
  entriesOn,
  type ReturnedEntry,
} from '../../../outbox/messages/send-log/send-log.ts';
import { recordReturned } from '../bounces/receive-bounces.ts';
import { readReached } from '../current-address.ts';
import { deliveryQueue, schedules } from '../deliveries.table.ts';
import { holdDeliveries } from '../holds/holds.ts';
import { type ActEffects, hasOpenActs } from '../logged-acts/logged-acts.ts';
import { recoverActs, settleActs } from '../logged-acts/recover-acts.ts';
import { finishSchedules, lockSchedules } from '../send/record-outcomes.ts';
import { applyEvents, lockDeliveries } from '../state/transitions.ts';
import { recipientsOfSchedules, startSchedules } from './due.ts';
import { createDeliveries, insertDeliveries } from './start.ts';

const entriesPerTransaction = 500;

/**
 * Called when a worker starts and before each sweep. Compares again if this process has come to another database server, as after a
 * failover, or if the table was rewritten, as restoring a backup does. Until then nothing is claimed there.
 */
export function catchUpAfterRestores(
  services: Services,
  handlers: MailHandlers,
  effects: ActEffects,
): () => Promise<void> {
  const { db, compared } = services;
  let left: Left | undefined;
  return async () => {
    const { rows } = await db.execute<{ server: string; hasActs: boolean }>(
      sql`select ${identityOfDatabase} as server, ${hasOpenActs} as "hasActs"`,
    );
    const { server, hasActs } = requireFound(rows[0]);
    const isKnown = left !== undefined && server === compared.server;
    if (left && isKnown) left = await recordDay(services, left);
    else {
      ({ left } = await catchUpWithSendLog(services));
      await recordAcceptedMails(services, handlers);
    }
    compared.unrecorded = left.unknown.map(({ delivery }) => delivery);
    compared.server = server;
    if (!isKnown || hasActs) await settleActs(services, effects);
  };
}

/** What could not be recorded yet. */
type Left = Pick<DayOfLog, 'unknown' | 'returned'>;

/**
 * Compares the database with the send log. If it is behind, it was restored from a backup: what was sent
 * since is recorded as delivered, so that its links work and nobody gets it twice, and all deliveries are
 * held until somebody has had a look. What people did since is open again, and what came back waits for
 * another address again. Returns how many it did not know of, and what could not be recorded yet.
 */
export async function catchUpWithSendLog(services: Services): Promise<{ sent: number; left: Left }> {
  const days = await findUnknown(services);
  // First: once sent deliveries are recorded, another try would not look at the days before.
  await recoverActs(
    services,
    days.flatMap(({ acts }) => acts),
  );
  const sent = days.reduce((sum, { unknown }) => sum + unknown.length, 0);
  if (sent > 0) await holdUntilLookedAt(services, sent);
  const left: Left = { unknown: [], returned: [] };
  for (const day of days) {
    const ofDay = await recordDay(services, day);
    left.unknown.push(...ofDay.unknown);
    left.returned.push(...ofDay.returned);
  }
  return { sent, left };
}

/** Returns what has to be tried again. */
async function recordDay(services: Services, { unknown, returned }: Left): Promise<Left> {
  const [sent, back] = [new Set(unknown), new Set(returned)];
  const rows = unknown.map((entry) => ({ id: entry.delivery, entry }));
  for (let from = 0; from < rows.length; from += entriesPerTransaction) {
    const some = rows.slice(from, from + entriesPerTransaction);
    await services.sweeps.together('sent-in-log', some, async (each) => {
      const entries = each.map(({ entry }) => entry);
      await inTransaction(services.db, (tx) => recordSent(tx, services, entries));
      for (const entry of entries) sent.delete(entry);
    });
  }
  // Only now: a bounce that arrives from here on finds its delivery in the database.
  const bounces = returned.map((entry) => ({ id: entry.delivery, entry }));
  await services.sweeps.each('returned-in-log', bounces, async ({ entry }) => {
    await inTransaction(services.db, (tx) => recordReturned(tx, services, entry));
    back.delete(entry);
  });
  return { unknown: [...sent], returned: [...back] };
}

async function holdUntilLookedAt(services: Services, count: number): Promise<void> {
  const message = messageFor(count);
  await inTransaction(services.db, (tx) =>
    holdDeliveries(tx, services, { reason: 'behind-send-log', message }),
  );
  services.log.error(message);
}

function messageFor(count: number): string {
  const letters = count === 1 ? '1 letter that was' : `${count} letters that were`;
  return (
    `This database is older than the send log: it did not know of ${letters} sent after it was saved. They are now marked ` +
    'as delivered and are not sent again. If this is the database that you want to go on with, release the deliveries at /admin, or run "npm run deliveries -- release".'
  );
}

interface DayOfLog {
  /** Sent, but unknown to the database. */
  unknown: DeliveryEntry[];
  returned: ReturnedEntry[];
  acts: ActEntry[];
}

/**
 * Goes back day by day, to the first day of which the database knows everything that was sent. It is complete before that, since the
 * days are recorded in the order in which they are returned, oldest first. The first minute of a day alone proves nothing: a worker that was
 * behind may have logged on the day before what the database has lost.
 */
async function findUnknown(services: Services): Promise<DayOfLog[]> {
  const days: DayOfLog[] = [];
  const lastAttempts = new Map<string, number>();
  for await (const day of daysOfLog(services)) {
    const [acts, returned]: [ActEntry[], ReturnedEntry[]] = [[], []];
    const entries = new Map<string, DeliveryEntry>();
    for await (const entry of entriesOn(services, day)) {
      if (entry.event === 'act') acts.push(entry);
      if (entry.event === 'returned') returned.push(entry);
      if (!('schedule' in entry) || entry.event !== 'accepted') continue;
      const other = entries.get(entry.delivery);
      if (!other || other.attempt < entry.attempt) entries.set(entry.delivery, entry);
      lastAttempts.set(entry.delivery, Math.max(entry.attempt, lastAttempts.get(entry.delivery) ?? 0));
    }
    const { known, unknown } = await compare(services.db, [...entries.values()]);
    days.unshift({ unknown, returned, acts });
    const firstMinute = latestNow(new Date(day));
    if (unknown.length === 0 && known.some(({ at }) => new Date(at) > firstMinute)) break;
  }
  // Unless a later attempt was accepted: it went on to another address. Entries of several processes are in no particular order.
  const isLast = ({ delivery, attempt }: ReturnedEntry | DeliveryEntry) =>
    attempt >= (lastAttempts.get(delivery) ?? 0);
  return days.map(({ unknown, returned, acts }) => ({
    ...{ acts, unknown: unknown.filter(isLast), returned: returned.filter(isLast) },
  }));
}

/** Latest first, with one that another process may have begun already. Nothing that the database could send again is older than its oldest schedule. */
async function* daysOfLog({ db, clock, sendLog }: Services): AsyncIterable<string> {
  const oldest = await db.execute<{ at: string | null }>(sql`select min(created_at) as at from schedules`);
  const { at } = oldest.rows[0] ?? { at: null };
  if (!at) return;
  const until = new Date(at).toISOString().slice(0, 7);
  const month = latestNow(clock.now());
  month.setUTCDate(1);
  for (; month.toISOString().slice(0, 7) >= until; month.setUTCMonth(month.getUTCMonth() - 1)) {
    yield* await sendLog.days(month.toISOString().slice(0, 7));
  }
}

/**
 * An entry is unknown if its schedule is there and the attempt is not: every attempt is recorded before its
 * mail leaves. An entry without a schedule proves nothing: the account may have been erased since.
 */
async function compare(
  db: Queryable,
  entries: readonly DeliveryEntry[],
): Promise<{ known: DeliveryEntry[]; unknown: DeliveryEntry[] }> {
  const compared = await db.execute<{ delivery: string; isKnown: boolean }>(sql`
    select e.delivery, coalesce(d.attempt_count >= e.attempt, false) as "isKnown"
    from json_to_recordset(${JSON.stringify(entries)}::json) as e (delivery uuid, schedule uuid, attempt integer)
    left join delivery_queue d on d.id = e.delivery
    where d.id is not null or exists (select 1 from schedules s where s.id = e.schedule)`);
  const isKnown = new Map(compared.rows.map((row) => [row.delivery, row.isKnown]));
  return {
    known: entries.filter(({ delivery }) => isKnown.get(delivery) === true),
    unknown: entries.filter(({ delivery }) => isKnown.get(delivery) === false),
  };
}

async function recordSent(tx: Tx, services: Services, entries: readonly DeliveryEntry[]): Promise<void> {
  const entryOf = new Map(entries.map((entry) => [entry.delivery, entry]));
  const scheduleIds = [...new Set(entries.map(({ schedule }) => schedule))];
  await lockSchedules(tx, scheduleIds);
  await insertMissing(tx, services, entries, scheduleIds);
  await createDeliveries(tx, services, await startSchedules(tx, services, scheduleIds));
  const rows = await lockDeliveries(
    tx,
    sql`${deliveryQueue.id} = any(${sql.param([...entryOf.keys()])}::uuid[])`,
  );
  const reached = await readReached(
    tx,
    services,
    rows.flatMap(({ recipientId }) => recipientId ?? []),
  );
  await applyEvents(tx, services, rows, (row) => {
    const { attempt, at, address = 1 } = requireFound(entryOf.get(row.id));
    const contact = reached.get(row.recipientId ?? '')?.contacts[address - 1] ?? null;
    return { kind: 'found-sent', attempt, at: new Date(at), contact };
  });
  await finishSchedules(tx, services, await onlyStarted(tx, scheduleIds));
}

async function onlyStarted(tx: Tx, ids: string[]): Promise<string[]> {
  const started = await tx
    .select({ id: schedules.id })
    .from(schedules)
    .where(and(inArray(schedules.id, ids), isNotNull(schedules.startedAt)));
  return started.map(({ id }) => id);
}

/** The schedule may not be due in this database: it was moved to an earlier time after the backup was made. */
async function insertMissing(
  tx: Tx,
  services: Services,
  entries: readonly DeliveryEntry[],
  scheduleIds: string[],
): Promise<void> {
  const linked = await recipientsOfSchedules(tx, scheduleIds);
  const rows = entries.flatMap(({ delivery, schedule, recipient, at }) => {
    const row = linked.find(
      ({ scheduleId, recipientId }) => scheduleId === schedule && recipientId === recipient,
    );
    return row
      ? [{ ...row, id: delivery, dueAt: row.dueAt && new Date(row.dueAt) <= new Date(at) ? row.dueAt : at }]
      : [];
  });
  await insertDeliveries(tx, services, rows);
}
