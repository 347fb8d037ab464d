import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../../../platform/database.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
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
