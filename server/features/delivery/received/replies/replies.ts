import { and, asc, eq, inArray, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type {
  MemoryReplies,
  RepliedTo,
  ReplyReader,
  WordsBack,
} from '../../../../../shared/delivery/received-acts.ts';
import { fullNameOf } from '../../../../../shared/names.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable, Tx } from '../../../../platform/database.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { announce } from '../../../../platform/events.ts';
import { loadMemory } from '../../../memories/memories/memories.ts';
import { enqueueMail } from '../../../outbox/messages/mails/mails.ts';
import { type RecipientRow, recipients } from '../../../people/recipients/recipients.table.ts';
import { type DeliveryRow, deliveryQueue, schedules } from '../../deliveries/deliveries.table.ts';
import { receivedReplies } from '../received.table.ts';

/** Replies by the ids of the deliveries that they are about. */
export type Replies = ReadonlyMap<string, z.output<typeof WordsBack>>;

export async function readReplies(db: Queryable, given: readonly { id: string }[]): Promise<Replies> {
  if (given.length === 0) return new Map();
  const ids = given.map(({ id }) => id);
  const rows = await db.select().from(receivedReplies).where(inArray(receivedReplies.deliveryId, ids));
  return new Map(rows.map((row) => [row.deliveryId, row]));
}

interface Written {
  text: string;
  readBy: ReplyReader;
  at: Date;
}

/** Stores what a recipient writes back about a delivery, replacing what they wrote before. A living owner gets a mail about the first. */
export async function writeReply(
  tx: Tx,
  services: Services,
  delivery: Pick<DeliveryRow, 'id' | 'userId'>,
  { text, readBy, at }: Written,
): Promise<void> {
  await tx
    .insert(receivedReplies)
    .values({ deliveryId: delivery.id, text, readBy, writtenAt: at })
    .onConflictDoUpdate({ target: receivedReplies.deliveryId, set: { text, readBy, changedAt: at } });
  if (readBy !== 'owner') return;
  await enqueueMail(tx, services, {
    kind: 'reply-received',
    userId: delivery.userId,
    subjectId: delivery.id,
    dedupeKey: `reply:${delivery.id}`,
  });
  await announce(tx, delivery.userId, ['memories']);
}

/** Takes a reply back, wherever it may have been read. */
export async function deleteReply(tx: Tx, { id, userId }: Pick<DeliveryRow, 'id' | 'userId'>): Promise<void> {
  const { rowCount } = await tx.delete(receivedReplies).where(eq(receivedReplies.deliveryId, id));
  requireFound(rowCount || undefined, 'This reply');
  await announce(tx, userId, ['memories']);
}

/** Replies to the owner about a memory, earliest first. 404 for somebody else's memory. */
export async function listRepliesTo(
  { db }: Pick<Services, 'db'>,
  userId: string,
  memoryId: string,
): Promise<z.output<typeof MemoryReplies>> {
  await loadMemory(db, userId, memoryId);
  const rows = await selectReplies(db, and(eq(schedules.memoryId, memoryId), isFor('owner')));
  return rows.map(({ reply, recipientId, ...row }) => ({ ...reply, recipientId, name: presentName(row) }));
}

/** The owner's memories that somebody wrote back about. */
export async function listRepliedTo(db: Queryable, userId: string): Promise<z.output<typeof RepliedTo>[]> {
  const rows = await db
    .select({ memoryId: schedules.memoryId, name: deliveryQueue.recipientFirstName })
    .from(schedules)
    .innerJoin(deliveryQueue, eq(deliveryQueue.scheduleId, schedules.id))
    .innerJoin(receivedReplies, eq(receivedReplies.deliveryId, deliveryQueue.id))
    .where(and(eq(schedules.userId, userId), isFor('owner')))
    .orderBy(asc(receivedReplies.writtenAt), asc(receivedReplies.id));
  const written = rows.flatMap(({ memoryId, name }) => (memoryId ? [{ memoryId, name }] : []));
  return [...Map.groupBy(written, ({ memoryId }) => memoryId)].map(([memoryId, some]) => ({
    memoryId,
    names: [...new Set(some.map(({ name }) => name))],
  }));
}

/** Replies written for the family after the owner's death, earliest first. */
export async function listFamilyReplies(
  db: Queryable,
  userId: string,
): Promise<{ id: string; name: string; text: string; writtenAt: Date }[]> {
  const rows = await selectReplies(db, and(eq(schedules.userId, userId), isFor('family')));
  return rows.map(({ reply: { id, text, writtenAt }, ...row }) => ({
    ...{ id, text, writtenAt },
    name: presentName(row),
  }));
}

/** Replies to an owner, for their export: not those for the family, or for the writer alone. */
export async function listRepliesOf(db: Queryable, userId: string) {
  const rows = await selectReplies(db, and(eq(schedules.userId, userId), isFor('owner')));
  return rows.map(({ reply: { text, writtenAt, changedAt }, memoryId, name }) => ({
    ...{ memoryId, name },
    ...{ text, writtenAt, changedAt },
  }));
}

const isFor = (reader: ReplyReader) => eq(receivedReplies.readBy, reader);

/** The earliest first. */
function selectReplies(db: Queryable, where: SQL | undefined) {
  return db
    .select({
      reply: receivedReplies,
      memoryId: schedules.memoryId,
      recipientId: deliveryQueue.recipientId,
      name: deliveryQueue.recipientFirstName,
      recipient: recipients,
    })
    .from(receivedReplies)
    .innerJoin(deliveryQueue, eq(deliveryQueue.id, receivedReplies.deliveryId))
    .innerJoin(schedules, eq(schedules.id, deliveryQueue.scheduleId))
    .leftJoin(recipients, eq(recipients.id, deliveryQueue.recipientId))
    .where(where)
    .orderBy(asc(receivedReplies.writtenAt), asc(receivedReplies.id));
}

/** Their name in the address book now, or when it was sent. */
function presentName({ name, recipient }: { name: string; recipient: RecipientRow | null }): string {
  return recipient ? fullNameOf(recipient) : name;
}
