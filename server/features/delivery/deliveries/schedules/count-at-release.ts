import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Queryable } from '../../../../platform/database.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { dueAfterRelease, type Release } from './release-times.ts';
import { memoryRecipients, schedules } from './schedules.table.ts';

/** Deliveries, one for each schedule and person; nothing of what they bring. */
export interface AtRelease {
  /** They go out at the release, to so many people. */
  deliveries: number;
  people: number;
  byEmail: number;
  byText: number;
  byPost: number;
  /** Of these nobody knows an address. */
  withoutAddress: number;
  /** They have a day of their own after it; of these so many were meant for a day within the quiet days. */
  later: number;
  inQuietDays: number;
}

/** What a release would give out: at once, and later. */
export async function countAtRelease(db: Queryable, userId: string, release: Release): Promise<AtRelease> {
  const rows = await db
    .select({ schedule: schedules, recipient: recipients })
    .from(schedules)
    .innerJoin(memoryRecipients, eq(memoryRecipients.scheduleId, schedules.id))
    .innerJoin(recipients, eq(recipients.id, memoryRecipients.recipientId))
    .where(and(eq(schedules.userId, userId), isNull(schedules.startedAt), isNotNull(schedules.memoryId)));
  const planned = rows.map((row) => ({ ...row, dueAt: dueAfterRelease(row.schedule, release) }));
  const now = planned.filter(({ dueAt }) => dueAt <= release.releasedAt);
  const later = planned.filter(({ dueAt }) => dueAt > release.releasedAt);
  const channels = Map.groupBy(now, channelOf);
  return {
    deliveries: now.length,
    people: new Set(now.map(({ recipient }) => recipient.id)).size,
    byEmail: channels.get('email')?.length ?? 0,
    byText: channels.get('text')?.length ?? 0,
    byPost: channels.get('post')?.length ?? 0,
    withoutAddress: channels.get(null)?.length ?? 0,
    later: later.length,
    inQuietDays: later.filter(
      ({ schedule, dueAt }) => schedule.deliveryType === 'scheduled' && dueAt > schedule.deliveryDate,
    ).length,
  };
}

interface Planned {
  schedule: typeof schedules.$inferSelect;
  recipient: typeof recipients.$inferSelect;
}

function channelOf({ schedule, recipient }: Planned): 'email' | 'text' | 'post' | null {
  if (schedule.deliveryMethod === 'physical') return recipient.mailingAddress ? 'post' : null;
  if (recipient.email) return 'email';
  return recipient.phone ? 'text' : null;
}
