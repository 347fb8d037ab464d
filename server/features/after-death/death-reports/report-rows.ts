import { eq } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Services } from '../../../platform/context.ts';
import type { Queryable, Tx } from '../../../platform/database.ts';
import { AppError, found, notFound } from '../../../platform/errors.ts';
import { deriveToken, hashToken } from '../../../platform/random.ts';
import { lockOwner } from '../../accounts/accounts/accounts.ts';
import { type DeathReportRow, deathReports } from './death-reports.table.ts';

/** The token of the reporter's link; it stands in every mail to them. */
export function reportToken({ appSecret }: Pick<Services, 'appSecret'>, reportId: string): string {
  return deriveToken(appSecret, 'death-report', reportId);
}

/** The token with which the owner says "I am alive". */
export function aliveToken({ appSecret }: Pick<Services, 'appSecret'>, reportId: string): string {
  return deriveToken(appSecret, 'alive', reportId);
}

/** The report with this token of its reporter; 404 for one that there is not. */
export async function findReport(db: Queryable, token: string): Promise<DeathReportRow> {
  const [row] = await db.select().from(deathReports).where(hasToken(token));
  return found(row, 'This report');
}

/** The same, locked until `tx` ends. */
export async function lockReport(tx: Tx, token: string): Promise<DeathReportRow> {
  const [row] = await tx.select().from(deathReports).where(hasToken(token)).for('update');
  return found(row, 'This report');
}

/**
 * The same, after the account that it is about, if that is known. To be used where the report may change its state: whoever records
 * a sign of life, or ends a window, locks in this order too.
 */
export async function lockReportAndOwner(tx: Tx, token: string): Promise<DeathReportRow> {
  const { userId } = await findReport(tx, token);
  if (userId) await lockOwner(tx, userId);
  return lockReport(tx, token);
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

/** 409 while the reporter's address is not confirmed. */
export function requireConfirmed({ confirmedAt }: DeathReportRow): void {
  if (!confirmedAt) throw new AppError('conflict', 'Please enter the code that we have sent you first.');
}

/** 409 once it was answered. */
export function requireOpen({ state }: DeathReportRow): void {
  if (['draft', 'awaiting_proof', 'in_review', 'stopped'].includes(state)) return;
  throw new AppError('conflict', 'This report has already been answered. Please write to us.');
}

export async function updateReport(
  tx: Tx,
  id: string,
  changes: PgUpdateSetSource<typeof deathReports>,
): Promise<DeathReportRow> {
  // The id is set too, because a change of nothing is no statement.
  const values = { ...changes, id };
  const [row] = await tx.update(deathReports).set(values).where(eq(deathReports.id, id)).returning();
  return found(row, 'This report');
}
