import { type SQL, sql } from 'drizzle-orm';
import { users } from '../../../accounts/profile/profile.table.ts';
import { deathReports } from './death-reports.table.ts';

/** In a statement: whether no report says at present that the owner in this row of `users` has died. */
export const isThoughtAlive: SQL = sql`not exists (
  select from ${deathReports} where ${deathReports.userId} = ${users.id}
    and ${deathReports.state} in ('awaiting_proof', 'in_review', 'objection_window', 'stopped', 'released'))`;
