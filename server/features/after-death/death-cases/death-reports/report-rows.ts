import { and, eq, isNull } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable, Tx } from '../../../../platform/database.ts';
import { AppError, notFound, requireFound } from '../../../../platform/errors.ts';
import { deriveToken, hashToken } from '../../../../platform/random.ts';
import { isBeingRead } from './death-report-state.ts';
import { type DeathReportRow, deathReports } from './death-reports.table.ts';

/** The token of the reporter's link, which is in every mail to them. */
export function reportToken({ appSecret }: Pick<Services, 'appSecret'>, reportId: string): string {
  return deriveToken(appSecret, 'death-report', reportId);
}

export function aliveToken({ appSecret }: Pick<Services, 'appSecret'>, reportId: string): string {
  return deriveToken(appSecret, 'alive', reportId);
}

export async function findReport(db: Queryable, token: string): Promise<DeathReportRow> {
  const [row] = await db.select().from(deathReports).where(hasToken(token));
  return requireFound(row, 'This report');
}

/** The same, locked until `tx` ends. The account is not locked: a reporter's request may not take longer if there is one. */
export async function lockReport(tx: Tx, token: string): Promise<DeathReportRow> {
  const [row] = await tx.select().from(deathReports).where(hasToken(token)).for('update');
  return requireFound(row, 'This report');
}

/** 409 once it was sent: from then on staff rely on it. */
export async function lockDraft(tx: Tx, token: string): Promise<DeathReportRow> {
  const row = await lockReport(tx, token);
  if (row.state === 'draft') return row;
  throw new AppError(
    'conflict',
    'This report has already been sent. If something is wrong, please write to us.',
  );
}

function hasToken(token: string) {
  return eq(deathReports.tokenHash, hashToken(token));
}

/** The report with this id, locked until `tx` ends; staff do not see drafts. */
export async function lockReportById(tx: Tx, id: string): Promise<DeathReportRow> {
  const [row] = await tx.select().from(deathReports).where(eq(deathReports.id, id)).for('update');
  if (!row || row.state === 'draft') throw notFound('This report');
  return row;
}

export function requireConfirmed({ confirmedAt }: DeathReportRow): void {
  if (!confirmedAt) throw new AppError('conflict', 'Please enter the code that we have sent you first.');
}

export function requireOpen(row: DeathReportRow): void {
  if (row.state === 'draft' || row.state === 'stopped' || isBeingRead(row)) return;
  throw new AppError('conflict', 'This report has already been answered. Please write to us.');
}

export async function updateReport(
  tx: Tx,
  id: string,
  changes: PgUpdateSetSource<typeof deathReports>,
): Promise<DeathReportRow> {
  // The id is set too, because an update that sets nothing is not a statement.
  const values = { ...changes, id };
  const [row] = await tx.update(deathReports).set(values).where(eq(deathReports.id, id)).returning();
  return requireFound(row, 'This report');
}

/** Unlinks this account from reports that nobody has verified. Returns their ids. */
export async function detachUnverified(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx
    .update(deathReports)
    .set({ userId: null, questionId: null })
    .where(and(eq(deathReports.userId, userId), isNull(deathReports.verifiedAt)))
    .returning({ id: deathReports.id });
  return rows.map(({ id }) => id);
}
