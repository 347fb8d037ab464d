import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { AccountLog } from '../../../../../shared/data-rights/account-log.ts';
import type { Queryable } from '../../../../platform/database.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { auditChain, auditLog } from '../../../system/audit/audit.table.ts';

type Entry = z.output<typeof AccountLog>['entries'][number];

const perPage = 30;
/** The id of an account that acted; null for other actors, such as `system`. */
const actorsId = sql`case when ${auditLog.actor} ~ '^[0-9a-f-]{36}$' then ${auditLog.actor}::uuid end`;

/** What was done to an account and by whom, newest first. Never why, since reasons may mention other people. */
export async function readAccountLog(
  db: Queryable,
  userId: string,
  before: number | undefined,
): Promise<z.output<typeof AccountLog>> {
  const rows = await db
    .select({
      id: auditLog.id,
      at: auditLog.at,
      action: sql<Entry['action']>`${auditLog.action}`,
      actor: auditLog.actor,
      isStaff: sql<boolean>`coalesce(${users.isAdmin}, false)`,
      hash: sql<string | null>`encode(${auditChain.hash}, 'hex')`,
    })
    .from(auditLog)
    .leftJoin(auditChain, eq(auditChain.entryId, auditLog.id))
    .leftJoin(users, sql`${users.id} = ${actorsId}`)
    .where(and(eq(auditLog.userId, userId), before ? lt(auditLog.id, before) : undefined))
    .orderBy(desc(auditLog.id))
    .limit(perPage + 1);
  const entries = rows
    .slice(0, perPage)
    .map(({ actor, isStaff, ...row }) => ({ ...row, by: byWhom({ ...row, actor, isStaff }, userId) }));
  const last = rows.length > perPage ? entries.at(-1) : undefined;
  return { entries, next: last ? { before: last.id } : null };
}

function byWhom(
  { actor, action, isStaff }: { actor: string; action: string; isStaff: boolean },
  userId: string,
): Entry['by'] {
  if (actor === userId) return 'you';
  if (actor === 'system') return 'we';
  if (actor === 'recipient' || actor === 'trusted-contact' || actor === 'payer') return actor;
  // Somebody who has left the staff was a member when they did this.
  return isStaff || action.endsWith('-by-staff') ? 'staff' : 'somebody';
}
