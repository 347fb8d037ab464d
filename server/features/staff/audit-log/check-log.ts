import { and, desc, eq, isNotNull, isNull, lt, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import { fullNameOf } from '../../../../shared/names.ts';
import type { AuditCheck, AuditCheckState } from '../../../../shared/staff/audit-log.ts';
import { checkAuditLog } from '../../../job-list.ts';
import { advisoryLock } from '../../../platform/advisory-lock.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Queryable, type Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { record } from '../../system/audit/audit.ts';
import { announceToStaff } from '../../system/changes/changes.ts';
import { type AuditCheckRow, auditChecks } from './audit-log.table.ts';
import { newestId } from './list-entries.ts';

/** A check that reports no progress for this long was lost with its worker. */
const silentMinutes = 5;

const isOpen = and(isNull(auditChecks.finishedAt), isNull(auditChecks.cancelledAt));
const silentSince = (now: Date) => minutesAfter(now, -silentMinutes);
const lockChecks = (tx: Tx) => advisoryLock(tx, 'audit checks');

/** Begins a check in the background. 409 while one runs. */
export function startCheck(services: Services, actor: string): Promise<void> {
  const { db, clock, jobs } = services;
  return inTransaction(db, async (tx) => {
    await lockChecks(tx);
    const now = clock.now();
    await tx
      .update(auditChecks)
      .set({ cancelledAt: now })
      .where(and(isOpen, lt(auditChecks.progressAt, silentSince(now))));
    if ((await tx.$count(auditChecks, isOpen)) > 0)
      throw new AppError('conflict', 'The audit log is being checked already');
    const [check] = await tx
      .insert(auditChecks)
      .values({ startedAt: now, startedBy: actor, progressAt: now, total: await newestId(tx) })
      .returning();
    if (!check) throw new Error('A check was not written');
    await jobs.enqueue(tx, checkAuditLog, [{ checkId: check.id }]);
    await record(tx, now, { action: 'audit-log.check-started', actor, subjectId: check.id });
    await announceToStaff(tx);
  });
}

/** 409 while none runs. */
export function cancelCheck({ db, clock }: Services, actor: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    await lockChecks(tx);
    const now = clock.now();
    const [cancelled] = await tx.update(auditChecks).set({ cancelledAt: now }).where(isOpen).returning();
    if (!cancelled) throw new AppError('conflict', 'The audit log is not being checked');
    await record(tx, now, { action: 'audit-log.check-cancelled', actor, subjectId: cancelled.id });
    await announceToStaff(tx);
  });
}

/** The running check, and the last one that finished. */
export async function readChecks({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<z.output<typeof AuditCheckState>> {
  const [running] = await selectChecks(db, isOpen);
  const [last] = await selectChecks(db, isNotNull(auditChecks.finishedAt));
  const isSilent = running && running.check.progressAt < silentSince(clock.now());
  return { running: running && !isSilent ? toAnswer(running) : null, last: last ? toAnswer(last) : null };
}

async function selectChecks(db: Queryable, which: SQL | undefined): Promise<Check[]> {
  return db
    .select({ check: auditChecks, by: { firstName: users.firstName, lastName: users.lastName } })
    .from(auditChecks)
    .leftJoin(users, eq(users.id, auditChecks.startedBy))
    .where(which)
    .orderBy(desc(auditChecks.id))
    .limit(1);
}

interface Check {
  check: AuditCheckRow;
  by: { firstName: string; lastName: string } | null;
}

function toAnswer({ check, by }: Check): z.output<typeof AuditCheck> {
  const { firstFaultId, firstFault } = check;
  return {
    ...check,
    startedBy: by && fullNameOf(by),
    first: firstFaultId === null || !firstFault ? null : { entryId: firstFaultId, what: firstFault },
  };
}
