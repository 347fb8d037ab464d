import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable } from '../../../../platform/database.ts';
import { agreedNow } from '../../../../platform/database-time.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { canBePutOff } from '../../../accounts/profile/profile.ts';
import { deathReports } from './death-reports.table.ts';

/** SQL: no report currently says that the owner in this row of `users` has died. */
export const isThoughtAlive: SQL = sql`not exists (
  select from ${deathReports} where ${deathReports.userId} = ${users.id}
    and ${deathReports.state} in ('awaiting_proof', 'in_review', 'objection_window', 'stopped', 'released'))`;

export async function isReportedDead(db: Queryable, userId: string): Promise<boolean> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isThoughtAlive));
  return found.length === 0;
}

/** For how long a report without a proof keeps the account that it is about. */
const proofDays = 30;

/** SQL: a report that may be about the owner in this row of `users`, or a proof for it, has just come, and no worker has looked at it yet. */
const isUnsettled = sql`exists (select from ${deathReports} where ${deathReports.unsettledSince} is not null
  and (${deathReports.userId} = ${users.id}
    or (${deathReports.matchedAt} is null and lower(${deathReports.deceasedEmail}) = lower(${users.email}))))`;

/** SQL: the owner in this row of `users` may have died, so that nothing may be erased: staff look into it, or a proof may still come. */
export function isPerhapsDead({ clock }: Pick<Services, 'clock'>): SQL {
  const isRecent = sql`${deathReports.submittedAt} > ${agreedNow(clock)} - make_interval(hours => ${proofDays * 24})`;
  return sql`(${isUnsettled} or exists (select from ${deathReports} where ${deathReports.userId} = ${users.id}
    and (${deathReports.state} in ('in_review', 'objection_window', 'stopped')
      or (${deathReports.state} = 'awaiting_proof' and ${isRecent} and ${canBePutOff({ clock })}))))`;
}
