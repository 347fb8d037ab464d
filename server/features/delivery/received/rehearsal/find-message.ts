import { and, eq, inArray } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import { memories } from '../../../memories/memories/memories.table.ts';
import { sendingChannels } from '../../../outbox/messages/messages.ts';
import type { RecipientRow } from '../../../people/recipients/recipients.table.ts';
import { memoryRecipients, type ScheduleRow, schedules } from '../../deliveries/deliveries.table.ts';
import { forecastDeliveries } from '../../deliveries/forecast/forecast.ts';
import { deliveryId, type Thing } from '../../deliveries/message/message.ts';

/**
 * The deliveries it would be sent with, since everything due for one person at one instant is one message,
 * and whether they would already know of the owner's death if that was today.
 */
export async function findMessage(
  tx: Tx,
  services: Services,
  owner: UserRow,
  { schedule, recipient }: { schedule: ScheduleRow; recipient: RecipientRow },
): Promise<{ things: Thing[]; isTold: boolean }> {
  const now = services.clock.now();
  const isForDeath = schedule.deliveryType === 'on_death';
  const release = isForDeath ? { releasedAt: now, quietDays: owner.quietDays } : null;
  const forecasts = await forecastDeliveries(tx, owner, {
    ...{ now, release, channels: sendingChannels(services) },
  });
  const theirs = forecasts.filter(
    (one) => one.recipient.id === recipient.id && one.schedule.deliveryMethod === 'digital',
  );
  const dueAt = theirs.find((one) => one.schedule.id === schedule.id)?.dueAt?.getTime();
  const going = theirs.filter(({ reason }) => reason === null);
  const together = going.filter((one) => dueAt !== undefined && one.dueAt?.getTime() === dueAt);
  const scheduleIds = [...new Set([schedule.id, ...together.map((one) => one.schedule.id)])];
  return {
    things: await readThings(tx, recipient.id, inOrderOfMessage(scheduleIds, recipient.id, isForDeath)),
    isTold: going.some((one) => dueAt !== undefined && one.dueAt !== null && one.dueAt.getTime() < dueAt),
  };
}

/** In the worker's order: the one that tells of the death first, and then by delivery id. */
function inOrderOfMessage(
  scheduleIds: readonly string[],
  recipientId: string,
  isForDeath: boolean,
): string[] {
  const idOf = (scheduleId: string) => deliveryId({ scheduleId, recipientId });
  const telling = isForDeath ? scheduleIds.toSorted().at(0) : undefined;
  return scheduleIds.toSorted(
    (one, other) => Number(other === telling) - Number(one === telling) || (idOf(one) < idOf(other) ? -1 : 1),
  );
}

async function readThings(tx: Tx, recipientId: string, scheduleIds: readonly string[]): Promise<Thing[]> {
  const { type, createdAt, durationSeconds } = memories;
  const rows = await tx
    .select({ scheduleId: schedules.id, type, createdAt, durationSeconds, leftFor: memoryRecipients.leftFor })
    .from(schedules)
    .innerJoin(memories, eq(memories.id, schedules.memoryId))
    .innerJoin(memoryRecipients, eq(memoryRecipients.scheduleId, schedules.id))
    .where(and(inArray(schedules.id, [...scheduleIds]), eq(memoryRecipients.recipientId, recipientId)));
  return scheduleIds.flatMap((id) => rows.find(({ scheduleId }) => scheduleId === id) ?? []);
}
