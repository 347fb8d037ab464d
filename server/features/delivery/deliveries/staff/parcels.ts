import { and, asc, desc, eq, exists, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { PackedDelivery, StaffDelivery } from '../../../../../shared/delivery/staff-deliveries.ts';
import { fullNameOf } from '../../../../../shared/names.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable } from '../../../../platform/database.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { type MemoryRow, memories } from '../../../memories/memories/memories.table.ts';
import { loadOpened, toOpened } from '../../../memories/memories/memories.ts';
import { type RecipientRow, recipients } from '../../../people/recipients/recipients.table.ts';
import { changeOf } from '../current-address.ts';
import { type DeliveryRow, deliveryQueue, schedules } from '../deliveries.table.ts';
import { whyByPost } from '../message/message.ts';
import { whyFactsOf } from '../send/send-delivery.ts';
import { readSnapshots } from '../send/snapshots.ts';
import { isToBePosted } from '../state/state.ts';
import { type PostingRow, postings } from './postings.table.ts';
import { requireAct } from './staff.ts';

// Everything that goes by post to one person at the same moment is one parcel. Packing decides what is in it:
// what is held or unreadable stays out, and becomes a parcel of its own once it is free.

export interface Parts {
  delivery: DeliveryRow;
  owner: { firstName: string; lastName: string };
  recipient: RecipientRow | null;
  memory: Pick<MemoryRow, 'id' | 'type'> | null;
}

export async function loadParts(db: Queryable, deliveryId: string): Promise<Parts> {
  const [row] = await selectParts(db).where(eq(deliveryQueue.id, deliveryId));
  return requireFound(row, 'This delivery');
}

/** Everything undelivered that goes by post to the same person at the same moment, including the delivery itself. */
export async function loadSameMoment(
  db: Queryable,
  { id, recipientId, dueAt }: Pick<DeliveryRow, 'id' | 'recipientId' | 'dueAt'>,
): Promise<Parts[]> {
  if (recipientId === null) return [await loadParts(db, id)];
  return await selectParts(db)
    .where(
      and(
        eq(deliveryQueue.recipientId, recipientId),
        eq(deliveryQueue.dueAt, dueAt),
        eq(schedules.deliveryMethod, 'physical'),
        ne(deliveryQueue.status, 'delivered'),
      ),
    )
    .orderBy(asc(deliveryQueue.id));
}

function selectParts(db: Queryable) {
  return db
    .select({
      delivery: deliveryQueue,
      owner: { firstName: users.firstName, lastName: users.lastName },
      recipient: recipients,
      memory: { id: memories.id, type: memories.type },
    })
    .from(deliveryQueue)
    .innerJoin(schedules, eq(schedules.id, deliveryQueue.scheduleId))
    .innerJoin(users, eq(users.id, deliveryQueue.userId))
    .leftJoin(recipients, eq(recipients.id, deliveryQueue.recipientId))
    .leftJoin(memories, eq(memories.id, schedules.memoryId))
    .$dynamic();
}

const isUnderWay = ({ arrivedAt, returnedAt }: Record<'arrivedAt' | 'returnedAt', AnyPgColumn>) =>
  and(isNull(arrivedAt), isNull(returnedAt));

/**
 * What is in the same parcel as this delivery, in the order of the deliveries; empty if it is not packed. A
 * single statement: between two, a colleague might pack it again.
 */
export async function loadParcel(db: Queryable, deliveryId: string): Promise<PostingRow[]> {
  return (await selectParcels(db, [deliveryId])).map(({ posting }) => posting);
}

function selectParcels(db: Queryable, deliveryIds: readonly string[]) {
  const own = alias(postings, 'own');
  return db
    .select({ askedFor: own.deliveryId, posting: postings })
    .from(postings)
    .innerJoin(own, or(eq(postings.id, own.id), eq(postings.parcelId, own.parcelId)))
    .where(and(inArray(own.deliveryId, [...deliveryIds]), isUnderWay(own), isUnderWay(postings)))
    .orderBy(asc(postings.deliveryId));
}

/** What is packed, for whom, and what the sheet says. 403 if this member of staff has not opened the current version of everything in it. */
export async function loadPacked(
  services: Pick<Services, 'db' | 'clock' | 'config'>,
  staffId: string,
  deliveryId: string,
): Promise<z.output<typeof PackedDelivery>> {
  const { db } = services;
  const { delivery, recipient, owner } = await loadParts(db, deliveryId);
  requireAct('pack', delivery);
  const sameMoment = await loadSameMoment(db, delivery);
  const parcel = await loadParcel(db, deliveryId);
  const inside = new Set(parcel.map((row) => row.deliveryId));
  const packed = sameMoment.filter((parts) => inside.has(parts.delivery.id));
  const things: z.output<typeof PackedDelivery>['things'] = [];
  for (const { memory, delivery: each } of packed.length > 0 ? packed : sameMoment) {
    const opened = await loadOpened(services, staffId, requireFound(memory?.id, 'This memory'));
    const { type, title, personalMessage } = opened.memory;
    things.push({ ...toOpened(opened), deliveryId: each.id, type, title, personalMessage });
  }
  return {
    parcelId: requireFound(parcel[0]?.parcelId ?? undefined, 'This parcel'),
    ownerName: fullNameOf(owner),
    recipientName: recipient ? fullNameOf(recipient) : '',
    mailingAddress: recipient?.mailingAddress ?? null,
    changed: recipient && changeOf(recipient),
    why: await whyItComes(
      services,
      packed.map((parts) => parts.delivery.id),
    ),
    things,
    leftOut: sameMoment
      .filter((parts) => !inside.has(parts.delivery.id))
      .map(({ memory, delivery: { waitingReason, ...row } }) => ({
        deliveryId: row.id,
        memoryType: memory?.type ?? null,
        reason: isToBePosted({ ...row, waitingReason }) ? null : waitingReason,
      })),
  };
}

async function whyItComes(
  services: Pick<Services, 'db' | 'clock' | 'config'>,
  deliveryIds: string[],
): Promise<string[]> {
  const facts = whyFactsOf([...(await readSnapshots(services, deliveryIds)).values()]);
  return facts && facts.things.length > 0 ? whyByPost(facts) : [];
}

/** Of the deliveries in one parcel only the first is listed: it is a single task. */
export const isFirstOfParcel: SQL = sql`not exists (
  select 1 from delivery_queue other
  where other.recipient_id = ${deliveryQueue.recipientId} and other.due_at = ${deliveryQueue.dueAt}
    and other.id < ${deliveryQueue.id} and other.waiting_reason = ${deliveryQueue.waitingReason}
    and (${deliveryQueue.waitingReason} = 'physical_fulfilment' or (${deliveryQueue.waitingReason} = 'in_the_post' and exists (
      select 1 from postings own join postings theirs on theirs.parcel_id = own.parcel_id and theirs.delivery_id = other.id
      where own.delivery_id = ${deliveryQueue.id} and own.arrived_at is null and own.returned_at is null
        and theirs.arrived_at is null and theirs.returned_at is null))))`;

/** What is or will be in the parcel of each of these deliveries, which are to be posted or in the post. */
export async function parcelsOf(
  db: Queryable,
  rows: readonly DeliveryRow[],
): Promise<Map<string, z.output<typeof StaffDelivery>['parcel']>> {
  const wanted = rows.filter(
    ({ waitingReason }) => waitingReason === 'physical_fulfilment' || waitingReason === 'in_the_post',
  );
  if (wanted.length === 0) return new Map();
  const ids = wanted.map(({ id }) => id);
  const packed = Map.groupBy(await selectParcels(db, ids), ({ askedFor }) => askedFor);
  const sameMoments = Map.groupBy(await loadSameMoments(db, ids), ({ delivery }) => momentOf(delivery));
  return new Map(
    wanted.map((row) => {
      const parcel = packed.get(row.id) ?? [];
      const inside = new Set(parcel.map(({ posting }) => posting.deliveryId));
      const isInIt = ({ delivery }: Parts) =>
        row.waitingReason === 'in_the_post' ? inside.has(delivery.id) : isToBePosted(delivery);
      const contents = (sameMoments.get(momentOf(row)) ?? [])
        .filter(isInIt)
        .map(({ delivery, memory }) => ({ deliveryId: delivery.id, memoryType: memory?.type ?? null }));
      return [row.id, { id: parcel[0]?.posting.parcelId ?? null, contents }];
    }),
  );
}

/** The same as `loadSameMoment`, for several. */
async function loadSameMoments(db: Queryable, ids: readonly string[]): Promise<Parts[]> {
  const asked = alias(deliveryQueue, 'asked');
  const sharesMoment = and(
    eq(asked.recipientId, deliveryQueue.recipientId),
    eq(asked.dueAt, deliveryQueue.dueAt),
    eq(schedules.deliveryMethod, 'physical'),
    ne(deliveryQueue.status, 'delivered'),
  );
  const isShared = exists(
    db
      .select({ id: asked.id })
      .from(asked)
      .where(and(inArray(asked.id, [...ids]), sharesMoment)),
  );
  return await selectParts(db)
    .where(or(isShared, and(inArray(deliveryQueue.id, [...ids]), isNull(deliveryQueue.recipientId))))
    .orderBy(asc(deliveryQueue.id));
}

function momentOf({ id, recipientId, dueAt }: DeliveryRow): string {
  return recipientId === null ? id : `${recipientId} ${dueAt.toISOString()}`;
}

/** The latest parcel in which each of these deliveries was posted. */
export async function latestPostings(
  db: Queryable,
  deliveryIds: readonly string[],
): Promise<Map<string, z.output<typeof StaffDelivery>['posting']>> {
  if (deliveryIds.length === 0) return new Map();
  const rows = await db
    .selectDistinctOn([postings.deliveryId])
    .from(postings)
    .where(and(inArray(postings.deliveryId, [...deliveryIds]), sql`${postings.postedAt} is not null`))
    .orderBy(postings.deliveryId, desc(postings.postedAt));
  return new Map(
    rows.map(({ deliveryId, address, postedAt, ...row }) => [
      deliveryId,
      postedAt && { ...row, postedAt, address: address ?? '' },
    ]),
  );
}
