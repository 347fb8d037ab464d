import { and, eq, isNull } from 'drizzle-orm';
import type { Services } from '../../../platform/context.ts';
import { type Database, inTransaction } from '../../../platform/database.ts';
import { readSnapshot, urlOf } from '../../../platform/snapshot-reader.ts';
import { type ChainReport, record, verifyChain } from '../../system/audit/audit.ts';
import { announceToStaff } from '../../system/changes/changes.ts';
import { auditChecks } from './audit-log.table.ts';

const progressMilliseconds = 1_000;

/** Compares all entries with their hashes, reports progress once a second, and ends early if the check is cancelled. */
export async function runCheck(services: Services, checkId: string): Promise<void> {
  const { db, jobs } = services;
  let checked = 0;
  let isWanted = await saveProgress(services, checkId, checked);
  if (!isWanted) return;
  const say = async () => {
    isWanted = await saveProgress(services, checkId, checked);
  };
  const timer = setInterval(() => void say().catch(() => undefined), progressMilliseconds);
  try {
    const report = await verifyWhile(db, () => {
      checked += 1;
      return isWanted && !jobs.isStopping;
    });
    if (report) await finishCheck(services, checkId, checked, report);
    // Thrown so that the queue gives it to another worker.
    else if (isWanted) throw new Error('This process ends before the audit log was checked');
  } finally {
    clearInterval(timer);
  }
}

class Unwanted extends Error {}

/** Undefined as soon as `goOn`, called for each entry, returns false. */
async function verifyWhile(db: Database, goOn: () => boolean): Promise<ChainReport | undefined> {
  const onEntry = () => {
    if (!goOn()) throw new Unwanted();
  };
  try {
    return await readSnapshot(urlOf(db), (reader) => verifyChain(reader, { onEntry }));
  } catch (error) {
    if (error instanceof Unwanted) return undefined;
    throw error;
  }
}

/** Returns false once the check is over or cancelled. */
async function saveProgress({ db, clock }: Services, checkId: string, checked: number): Promise<boolean> {
  const saved = await db
    .update(auditChecks)
    .set({ checked, progressAt: clock.now() })
    .where(isUnfinished(checkId))
    .returning({ id: auditChecks.id });
  return saved.length > 0;
}

function finishCheck(
  { db, clock, log }: Services,
  checkId: string,
  checked: number,
  { last, first, faults }: ChainReport,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const now = clock.now();
    const finished = await tx
      .update(auditChecks)
      .set({
        checked,
        progressAt: now,
        finishedAt: now,
        lastEntryId: last?.entryId ?? null,
        lastHash: last?.hash ?? null,
        faults,
        firstFaultId: first?.entryId ?? null,
        firstFault: first?.what ?? null,
      })
      .where(isUnfinished(checkId))
      .returning({ id: auditChecks.id });
    await announceToStaff(tx);
    if (finished.length === 0 || !first) return;
    const { entryId, what } = first;
    await record(tx, now, {
      action: 'audit-log.fault-found',
      actor: 'system',
      subjectId: checkId,
      details: { entryId, what, faults },
    });
    log.error({ entryId, what, faults }, 'the audit log is not as it was written');
  });
}

function isUnfinished(checkId: string) {
  return and(eq(auditChecks.id, checkId), isNull(auditChecks.finishedAt), isNull(auditChecks.cancelledAt));
}
