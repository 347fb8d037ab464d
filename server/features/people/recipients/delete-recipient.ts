import { and, asc, eq, inArray, isNull, ne, or } from 'drizzle-orm';
import type { z } from 'zod';
import { listNames } from '../../../../shared/list-names.ts';
import type { RecipientDeleted } from '../../../../shared/people/recipients.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { announce } from '../../../platform/events.ts';
import type { UserRow } from '../../accounts/accounts/accounts.table.ts';
import { deliveryQueue } from '../../delivery/deliveries/deliveries.table.ts';
import { finishSchedules, withdrawRecipient } from '../../delivery/deliveries/deliveries.ts';
import { memoryRecipients, schedules } from '../../delivery/schedules/schedules.table.ts';
import { refreshDueAt, reopenWithNobody } from '../../delivery/schedules/schedules.ts';
import { memories } from '../../memories/memories/memories.table.ts';
import { record, recordAll } from '../../system/audit/audit.ts';
import { type RecipientRow, recipients } from './recipients.table.ts';
import { lockRecipient } from './recipients.ts';

type Deleted = z.output<typeof RecipientDeleted>;
type Promised = Awaited<ReturnType<typeof findPromises>>[number];

const promisesNamed = 3;

/** Removes a person to whom nothing is promised. 409, naming what is promised, otherwise; 404 when not the owner's. */
export function deleteRecipient(services: Services, owner: UserRow, id: string): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    const recipient = await lockRecipient(tx, owner.id, id);
    const promised = await findPromises(tx, id);
    if (promised.length > 0) throw new AppError('conflict', refusal(recipient, promised));
    await erase(tx, services, owner, id);
  });
}

/** Removes a person also from what is promised to them, and answers which schedules then have nobody. */
export function deleteRecipientEverywhere(services: Services, owner: UserRow, id: string): Promise<Deleted> {
  return inTransaction(services.db, async (tx) => {
    await lockSchedulesOf(tx, id);
    await lockRecipient(tx, owner.id, id);
    const promised = await findPromises(tx, id);
    await withdrawRecipient(tx, id);
    const ids = promised.map((schedule) => schedule.id);
    const lonely = await reopenWithNobody(tx, ids);
    await refreshDueAt(tx, ids);
    await finishSchedules(tx, services, ids);
    await recordAll(
      tx,
      services.clock.now(),
      ids.map((subjectId) => ({ action: 'schedule.changed', actor: owner.id, userId: owner.id, subjectId })),
    );
    await erase(tx, services, owner, id);
    const schedulesWithNobody = promised
      .filter((schedule) => lonely.has(schedule.id))
      .map(({ id, memoryTitle, deliveryDate }) => ({
        id,
        memoryTitle: memoryTitle ?? 'A memory',
        deliveryDate,
      }));
    return { schedulesWithNobody };
  });
}

async function erase(tx: Tx, { clock }: Services, owner: UserRow, id: string): Promise<void> {
  await tx.delete(recipients).where(eq(recipients.id, id));
  await record(tx, clock.now(), {
    action: 'recipient.deleted',
    actor: owner.id,
    userId: owner.id,
    subjectId: id,
  });
  await announce(tx, owner.id, ['recipients', 'schedules', 'stats']);
}

/** Schedules before their people, the order in which the sweep takes them too. */
async function lockSchedulesOf(tx: Tx, recipientId: string): Promise<void> {
  const named = tx
    .select({ id: memoryRecipients.scheduleId })
    .from(memoryRecipients)
    .where(eq(memoryRecipients.recipientId, recipientId));
  await tx
    .select({ id: schedules.id })
    .from(schedules)
    .where(inArray(schedules.id, named))
    .orderBy(asc(schedules.id))
    .for('update');
}

/** What this person is named in and has not received. */
function findPromises(tx: Tx, recipientId: string) {
  const theirs = and(eq(deliveryQueue.scheduleId, schedules.id), eq(deliveryQueue.recipientId, recipientId));
  return tx
    .select({
      id: schedules.id,
      memoryTitle: memories.title,
      deliveryDate: schedules.deliveryDate,
      deliveryType: schedules.deliveryType,
      localDate: schedules.localDate,
    })
    .from(memoryRecipients)
    .innerJoin(schedules, eq(schedules.id, memoryRecipients.scheduleId))
    .leftJoin(memories, eq(memories.id, schedules.memoryId))
    .leftJoin(deliveryQueue, theirs)
    .where(
      and(
        eq(memoryRecipients.recipientId, recipientId),
        eq(schedules.isDelivered, false),
        or(isNull(deliveryQueue.status), ne(deliveryQueue.status, 'delivered')),
      ),
    )
    .orderBy(asc(schedules.deliveryDate), asc(schedules.id));
}

function refusal({ firstName, lastName }: RecipientRow, promised: Promised[]): string {
  const named = promised.slice(0, promisesNamed).map(describe);
  const more = promised.length - named.length;
  if (more > 0) named.push(`${more} more`);
  const list = listNames(named);
  return `${firstName} ${lastName} is still to receive ${list}. Choose someone else for it first, or remove ${firstName} anyway.`;
}

const spokenDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

function describe({ memoryTitle, deliveryType, localDate }: Promised): string {
  const when =
    deliveryType === 'on_death'
      ? 'after your death'
      : `on ${spokenDay.format(new Date(`${localDate}T00:00:00Z`))}`;
  return `“${memoryTitle ?? 'A memory'}” (${when})`;
}
