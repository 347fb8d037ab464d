import { and, desc, eq, getTableColumns, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { fullNameOf } from '../../../../shared/names.ts';
import {
  type AuditLogEntry,
  type AuditLogFilters,
  type AuditLogList,
  type AuditLogQuery,
  groupOf,
} from '../../../../shared/staff/audit-log.ts';
import { auditActions } from '../../../../shared/system/audit-actions.ts';
import type { Services } from '../../../platform/context.ts';
import type { Queryable } from '../../../platform/database.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { auditChain, auditLog } from '../../system/audit/audit.table.ts';

type Entry = z.output<typeof AuditLogEntry>;

/** A page of the audit log, the newest entry first. An account that does not exist has no entries. */
export async function listEntries(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { limit, before, ...filters }: AuditLogQuery,
): Promise<z.output<typeof AuditLogList>> {
  const conditions = await conditionsOf(db, filters);
  if (!conditions) return { entries: [], next: null };
  const rows = await db
    .select({ ...getTableColumns(auditLog), isChained: sql<boolean>`${auditChain.entryId} is not null` })
    .from(auditLog)
    .leftJoin(auditChain, eq(auditChain.entryId, auditLog.id))
    .where(and(...conditions, before ? lt(auditLog.id, before) : undefined))
    .orderBy(desc(isShort(filters, clock.now()) ? sql`${auditLog.id} + 0` : auditLog.id))
    .limit(limit + 1);
  const entries = await named(db, rows.slice(0, limit));
  const last = rows.length > limit ? entries.at(-1) : undefined;
  return { entries, next: last ? { before: last.id } : null };
}

/**
 * Whether fewer entries were probably written in this period than since. PostgreSQL would otherwise read back from the
 * newest entry; ordered by an expression, the entries of the period are found by the index on `at` and then sorted.
 */
function isShort({ from, to }: AuditLogFilters, now: Date): boolean {
  if (!from || !to) return false;
  return to.getTime() - from.getTime() < now.getTime() - to.getTime();
}

/** How many entries there are, or `most` where there are more. */
export async function countEntries(db: Queryable, filters: AuditLogFilters, most: number): Promise<number> {
  const conditions = await conditionsOf(db, filters);
  if (!conditions) return 0;
  const some = db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(and(...conditions))
    .limit(most);
  return db.$count(some.as('some'));
}

export async function newestId(db: Queryable): Promise<number> {
  const [newest] = await db.select({ id: auditLog.id }).from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  return newest?.id ?? 0;
}

/** Undefined if the filters name an account that does not exist. */
async function conditionsOf(
  db: Queryable,
  { who, action, account, subject, from, to }: AuditLogFilters,
): Promise<(SQL | undefined)[] | undefined> {
  const userId = account?.includes('@') ? await findByEmail(db, account) : account;
  if (account && !userId) return undefined;
  const actions = auditActions.filter((each) => each === action || groupOf(each) === action);
  return [
    who ? eq(auditLog.actor, who) : undefined,
    action ? inArray(auditLog.action, actions) : undefined,
    userId ? eq(auditLog.userId, userId) : undefined,
    subject ? eq(auditLog.subjectId, subject) : undefined,
    from && gte(auditLog.at, from),
    to && lt(auditLog.at, to),
  ];
}

async function findByEmail(db: Queryable, email: string): Promise<string | undefined> {
  const isTheirs = eq(sql`lower(${users.email})`, email.toLowerCase());
  const [user] = await db.select({ id: users.id }).from(users).where(isTheirs);
  return user?.id;
}

type Row = typeof auditLog.$inferSelect & { isChained: boolean };
type People = ReadonlyMap<string, { name: string; isAdmin: boolean }>;

async function named(db: Queryable, rows: readonly Row[]): Promise<Entry[]> {
  const ids = rows.flatMap(({ actor, userId }) => [isAccount(actor) ? actor : null, userId]);
  const found = await db
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName, isAdmin: users.isAdmin })
    .from(users)
    .where(inArray(users.id, [...new Set(ids.filter((id) => id !== null))]));
  const people = new Map(
    found.map(({ id, isAdmin, ...names }) => [id, { name: fullNameOf(names), isAdmin }]),
  );
  return rows.map(({ actor, userId, ...row }) => ({
    ...row,
    action: row.action as Entry['action'],
    actor: { id: actor, ...actorOf(actor, userId, people) },
    account: userId ? { id: userId, name: people.get(userId)?.name ?? null } : null,
  }));
}

function actorOf(actor: string, userId: string | null, people: People): Omit<Entry['actor'], 'id'> {
  if (actor === 'system' || actor === 'recipient' || actor === 'trusted-contact' || actor === 'payer')
    return { kind: actor, name: null };
  if (!isAccount(actor)) return { kind: 'command', name: null };
  const { name = null, isAdmin = false } = people.get(actor) ?? {};
  if (actor === userId) return { kind: 'owner', name };
  return { kind: isAdmin ? 'staff' : 'account', name };
}

/** The others are `system`, `recipient` and commands run from a shell. */
function isAccount(actor: string): boolean {
  return /^[\da-f]{8}-[\da-f-]{27}$/.test(actor);
}
