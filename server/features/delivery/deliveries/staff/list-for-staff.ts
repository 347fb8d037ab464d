import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { DeliveryState } from '../../../../../shared/delivery/schedules.ts';
import type {
  StaffDelivery,
  StaffDeliveryCounts,
  StaffDeliveryList,
  StaffDeliveryQuery,
} from '../../../../../shared/delivery/staff-deliveries.ts';
import { fullNameOf } from '../../../../../shared/names.ts';
import { minutesAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable } from '../../../../platform/database.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { isAfterPage } from '../../../../platform/paging.ts';
import { idsOf } from '../../../../platform/sweeps.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { matchesPerson } from '../../../accounts/profile/profile.ts';
import { memories } from '../../../memories/memories/memories.table.ts';
import { sendingChannels } from '../../../outbox/messages/messages.ts';
import { type RecipientRow, recipients } from '../../../people/recipients/recipients.table.ts';
import { readReports } from '../bounces/bounces.ts';
import { changeOf, contactToTry, reachedOf } from '../current-address.ts';
import { type DeliveryRow, deliveryQueue, schedules } from '../deliveries.table.ts';
import { isUnderWay } from '../start/enqueue.ts';
import { isMoreThanLink } from '../state/state.ts';
import { isFirstOfParcel, latestPostings, parcelsOf } from './parcels.ts';
import { actsOn } from './staff.ts';
import { mailsAbout } from './told-mails.ts';

type Reading = Pick<Services, 'db' | 'clock' | 'config'>;

/** What staff have to look at, a page at a time; longest stopped first by default. */
export async function listForStaff(
  services: Reading,
  query: StaffDeliveryQuery,
): Promise<z.output<typeof StaffDeliveryList>> {
  const since = sinceOf(query);
  const rows = await selectForStaff(services)
    .where(and(...conditionsOf(services, query, since)))
    .orderBy(...orderOf(query))
    .limit(query.limit + 1);
  const deliveries = await toAnswers(services, rows.slice(0, query.limit));
  const last = rows.length > query.limit ? deliveries.at(-1) : undefined;
  const sortedBy = query.sort === 'due' ? last?.dueAt : last?.since;
  return { deliveries, next: last && sortedBy ? { afterSince: sortedBy, after: last.id } : null };
}

/** One delivery, whatever its state. 404 for an unknown one. */
export async function loadForStaff(
  services: Reading,
  deliveryId: string,
): Promise<z.output<typeof StaffDelivery>> {
  const rows = await selectForStaff(services).where(eq(deliveryQueue.id, deliveryId));
  return requireFound((await toAnswers(services, rows))[0], 'This delivery');
}

/** Counts everything that is not delivered, using indexes only. */
export async function countForStaff({ db, clock }: Reading): Promise<z.output<typeof StaffDeliveryCounts>> {
  const group = (since: SQL, which: SQL) => sql`
    select status as state, waiting_reason as reason, count(*)::int as count, min(${since}) as oldest
    from delivery_queue where ${which} group by 1, 2`;
  const { rows } = await db.execute<
    Omit<z.output<typeof StaffDeliveryCounts>[number], 'oldest'> & { oldest: string }
  >(sql`${group(sql`stopped_at`, sql`stopped_at is not null`)}
    union all ${group(sql`due_at`, isUnderWay(clock.databaseNow()))}`);
  return rows.map(({ oldest, ...group }) => ({ ...group, oldest: new Date(oldest) }));
}

function asksForUnderWay({ state }: Pick<StaffDeliveryQuery, 'state'>): boolean {
  return state === 'pending' || state === 'sending';
}

function sinceOf(query: StaffDeliveryQuery): typeof deliveryQueue.stoppedAt | typeof deliveryQueue.dueAt {
  return asksForUnderWay(query) ? deliveryQueue.dueAt : deliveryQueue.stoppedAt;
}

function sortedBy(query: StaffDeliveryQuery): ReturnType<typeof sinceOf> {
  return query.sort === 'due' ? deliveryQueue.dueAt : sinceOf(query);
}

const directionOf = ({ sort }: StaffDeliveryQuery) => (sort === 'newest' ? desc : asc);

function orderOf(query: StaffDeliveryQuery): SQL[] {
  const direction = directionOf(query);
  return [direction(sortedBy(query)), direction(deliveryQueue.id)];
}

function conditionsOf(
  { clock }: Reading,
  query: StaffDeliveryQuery,
  since: ReturnType<typeof sinceOf>,
): (SQL | undefined)[] {
  const { state, reason, minAgeHours, owner, recipient } = query;
  const latest = minAgeHours === undefined ? undefined : minutesAfter(clock.now(), -minAgeHours * 60);
  return [
    asksForUnderWay(query)
      ? sql`${deliveryQueue.id} in (select id from delivery_queue where ${isUnderWay(clock.databaseNow())})`
      : isNotNull(deliveryQueue.stoppedAt),
    state && eq(deliveryQueue.status, state),
    reason ? eq(deliveryQueue.waitingReason, reason) : isMoreThanLink,
    isFirstOfParcel,
    latest && sql`${since} <= ${latest.toISOString()}`,
    owner ? matchesPerson(owner, users) : undefined,
    recipient ? matchesPerson(recipient, recipients) : undefined,
    isAfterPage(query, [sortedBy(query), deliveryQueue.id], directionOf(query)),
  ];
}

/** Contains only the memory's type. */
function selectForStaff({ db }: Reading) {
  return db
    .select({
      delivery: getTableColumns(deliveryQueue),
      owner: { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email },
      recipient: recipients,
      deliveryMethod: schedules.deliveryMethod,
      memoryType: memories.type,
    })
    .from(deliveryQueue)
    .innerJoin(schedules, eq(schedules.id, deliveryQueue.scheduleId))
    .innerJoin(users, eq(users.id, deliveryQueue.userId))
    .leftJoin(recipients, eq(recipients.id, deliveryQueue.recipientId))
    .leftJoin(memories, eq(memories.id, schedules.memoryId))
    .$dynamic();
}

async function toAnswers(
  { db, config }: Reading,
  rows: Awaited<ReturnType<typeof selectForStaff>>,
): Promise<z.output<typeof StaffDelivery>[]> {
  const told = await mailsAbout(
    db,
    rows.map(({ delivery }) => delivery),
  );
  const byPost = rows.flatMap(({ delivery, deliveryMethod }) =>
    deliveryMethod === 'physical' ? [delivery] : [],
  );
  const posted = await latestPostings(db, idsOf(byPost));
  const parcels = await parcelsOf(db, byPost);
  const reports = await readReports(
    db,
    rows.map(({ delivery }) => delivery.id),
  );
  return rows.map(({ delivery, owner, recipient, ...rest }) => ({
    ...delivery,
    ...rest,
    state: delivery.status,
    reason: delivery.waitingReason,
    since: delivery.stoppedAt ?? delivery.dueAt,
    nextAttempt: nextAttemptOf(delivery),
    lastAnswer: delivery.errorMessage,
    reported: reports.get(delivery.id) ?? [],
    owner: { id: owner.id, name: fullNameOf(owner), email: owner.email },
    recipient: recipient && {
      ...{
        id: recipient.id,
        name: fullNameOf(recipient),
        address: reachedAt(delivery, recipient, sendingChannels({ config })),
      },
      mailingAddress: rest.deliveryMethod === 'physical' ? recipient.mailingAddress : null,
      changed: changeOf(recipient),
      ...{ declinedAt: recipient.declinedAt, disownedAt: recipient.disownedAt },
    },
    posting: posted.get(delivery.id) ?? null,
    parcel: parcels.get(delivery.id) ?? null,
    told: told.get(delivery.id) ?? [],
    acts: actsOn(delivery),
  }));
}

function reachedAt(
  { failedAddresses }: DeliveryRow,
  recipient: RecipientRow,
  channels: ReturnType<typeof sendingChannels>,
): string | null {
  return contactToTry(reachedOf(recipient, channels), failedAddresses)?.address ?? null;
}

function nextAttemptOf({ status, attemptAfter }: DeliveryRow): Date | null {
  return status === 'pending' ? attemptAfter : null;
}

/** Deliveries in these states, for the operator; longest due first. */
export function listDeliveries(
  db: Queryable,
  { states, limit }: { states: readonly DeliveryState[]; limit: number },
): Promise<DeliveryRow[]> {
  return db
    .select()
    .from(deliveryQueue)
    .where(inArray(deliveryQueue.status, [...states]))
    .orderBy(asc(deliveryQueue.dueAt), asc(deliveryQueue.id))
    .limit(limit);
}
