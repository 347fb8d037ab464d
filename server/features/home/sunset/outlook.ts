import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { countOf } from '../../../../shared/in-words.ts';
import { capitalized } from '../../../../shared/letter-case.ts';
import { readableTimeZone } from '../../../../shared/time-zones.ts';
import type { Queryable } from '../../../platform/database.ts';
import { daysAfter, instantOf } from '../../../platform/local-time.ts';
import { schedules } from '../../delivery/deliveries/deliveries.table.ts';

/** How many schedules have not begun, by what a last day means for them. */
export interface Outlook {
  /** On a day up to the last one. */
  before: number;
  /** On a later day. */
  after: number;
  /** At their owner's death. */
  atDeath: number;
}

/**
 * SQL: when the last day ends in a schedule's own time zone. Computed here, as its times are: PostgreSQL may not know the zone, or may know
 * another by the same name, and one such schedule would make the query fail for everybody.
 */
export async function endOfLastDay(db: Queryable, lastDay: string, userId?: string): Promise<SQL> {
  const rows = await db
    .selectDistinct({ timezone: schedules.timezone })
    .from(schedules)
    .where(unstarted(userId));
  const midnight = { localDate: daysAfter(lastDay, 1), localTime: '00:00' };
  const ends = rows.map(({ timezone }) => [
    timezone,
    instantOf({ ...midnight, timezone: readableTimeZone(timezone) }),
  ]);
  return sql`(${JSON.stringify(Object.fromEntries(ends))}::jsonb ->> ${schedules.timezone})::timestamptz`;
}

function unstarted(userId?: string): SQL | undefined {
  return and(isNull(schedules.startedAt), userId ? eq(schedules.userId, userId) : undefined);
}

/** For everybody, or for one owner. */
export async function readOutlook(db: Queryable, lastDay: string, userId?: string): Promise<Outlook> {
  const isDated = sql`${schedules.deliveryType} = 'scheduled' or ${schedules.dueAt} is not null`;
  const end = await endOfLastDay(db, lastDay, userId);
  const isLater = sql`case when ${schedules.dueAt} is null then ${schedules.localDate} > ${lastDay} else ${schedules.dueAt} >= ${end} end`;
  const countIf = (which: SQL) => sql<number>`count(*) filter (where ${which})::int`;
  const [counts] = await db
    .select({
      before: countIf(sql`(${isDated}) and not (${isLater})`),
      after: countIf(sql`(${isDated}) and ${isLater}`),
      atDeath: countIf(sql`not (${isDated})`),
    })
    .from(schedules)
    .where(unstarted(userId));
  return counts ?? { before: 0, after: 0, atDeath: 0 };
}

/** What an owner is told about it. */
export function describeLater({ after, atDeath }: Outlook): string {
  if (after + atDeath === 0) return 'Nothing that you have left comes later than that.';
  const dated = after > 0 && `${countOf(after, 'delivery', 'deliveries')} would come on a later day`;
  const waiting = atDeath > 0 && `${countOf(atDeath, 'delivery', 'deliveries')} would come after your death`;
  const counts = capitalized([dated, waiting].filter(Boolean).join(', and '));
  return `${counts}. You decide what becomes of that: it can be handed over on the last day, or you take it with you. Nothing goes out early unless you say so.`;
}
