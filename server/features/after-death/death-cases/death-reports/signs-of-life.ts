import { and, asc, eq, inArray, type Placeholder, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { StoppingCodeAnswer } from '../../../../../shared/after-death/release-wishes.ts';
import type { StoppedBy } from '../../../../../shared/after-death/staff-death-reports.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, preparedOnce, type Tx } from '../../../../platform/database.ts';
import { AppError } from '../../../../platform/errors.ts';
import { lockOwner } from '../../../accounts/profile/profile.ts';
import { rememberActIfPossible } from '../../../delivery/deliveries/logged-acts/logged-acts.ts';
import { consumeStoppingCode, findStoppingCode } from '../../release-wishes/release-wishes.ts';
import { isOpenToAnswer, mostImportant, readStanding } from './alive-standing.ts';
import { type DeathReportRow, deathReports } from './death-reports.table.ts';
import { isRepeated, reopenIfLeaving } from './reopen-reports.ts';
import { lockReportById } from './report-rows.ts';
import { applyEvent } from './transitions.ts';

/** The states in which a sign of life changes something. */
const listening = ['awaiting_proof', 'in_review', 'objection_window', 'stopped', 'released'] as const;

/**
 * A sign of life from an account's owner: closes unverified reports about them, and returns verified ones to
 * staff for review. Costs one read if there are no reports.
 */
export async function recordSignOfLife(services: Services, userId: string, by: StoppedBy): Promise<void> {
  if (!(await awaitsSignOfLife(services, userId))) return;
  await inTransaction(services.db, async (tx) => {
    await lockOwner(tx, userId);
    const reports = await lockListening(tx, userId);
    for (const report of reports) await applySign(tx, services, report, by, userId);
  });
}

export async function awaitsSignOfLife({ db }: Pick<Services, 'db'>, userId: string): Promise<boolean> {
  const [any] = await anyListening(db).execute({ userId });
  return any !== undefined;
}

/**
 * Somebody entered the code from an owner's printed sheet. The code is used up if it stops something, and
 * otherwise stays valid. 404 with the same message for an unknown code and a used one.
 */
export function enterStoppingCode(
  services: Services,
  code: string,
): Promise<z.output<typeof StoppingCodeAnswer>> {
  return inTransaction(services.db, async (tx) => {
    const userId = await findStoppingCode(tx, code);
    const owner = userId && (await lockOwner(tx, userId));
    if (!owner) throw new AppError('not_found', unknownCode);
    const reports = await lockListening(tx, owner.id);
    const known = mostImportant(reports, undefined);
    if (!known) return { firstName: owner.firstName, state: 'no_report' };
    const isOpen = isOpenToAnswer(known);
    if (isOpen) {
      for (const report of reports) await applySign(tx, services, report, 'printed_code', userId);
      await consumeStoppingCode(tx, services, owner);
    }
    return readStanding(tx, owner.firstName, await lockReportById(tx, known.id), isOpen);
  });
}

const unknownCode =
  'We do not know this code, or it was used before. Please check each character. If you need help, write to us.';

function lockListening(tx: Tx, userId: string): Promise<DeathReportRow[]> {
  return tx
    .select()
    .from(deathReports)
    .where(isListening(userId))
    .orderBy(asc(deathReports.id))
    .for('update');
}

/** It counts even if the send log cannot be written: it matters more than a restore that may never come. */
export async function applySign(
  tx: Tx,
  services: Services,
  report: DeathReportRow,
  by: StoppedBy,
  actor?: string,
): Promise<void> {
  if (await isRepeated(tx, services, report, by)) return;
  const after = await applyEvent(tx, services, report, { kind: 'sign-of-life', by }, actor);
  if (after) await rememberSign(tx, services, after, by);
  if (after?.userId) await reopenIfLeaving(tx, services, after.userId);
}

/** So that a restore does not begin again what `by` has stopped. */
export async function rememberSign(
  tx: Tx,
  services: Services,
  { id: subjectId, userId: ownerId }: Pick<DeathReportRow, 'id' | 'userId'>,
  by: StoppedBy,
): Promise<void> {
  if (ownerId === null) return;
  await rememberActIfPossible(tx, services, { kind: 'sign-of-life', said: by, ownerId, subjectId });
}

/** Prepared, since every sign-in waits for this query. */
const anyListening = preparedOnce((db) =>
  db
    .select({ id: deathReports.id })
    .from(deathReports)
    .where(isListening(sql.placeholder('userId')))
    .limit(1)
    .prepare('any_report_that_listens'),
);

export function isListening(userId: string | Placeholder) {
  return and(eq(deathReports.userId, userId), inArray(deathReports.state, [...listening]));
}

export async function recordObjection(
  tx: Tx,
  services: Services,
  reportId: string,
  by: Extract<StoppedBy, 'contact_alive' | 'contact_wait'>,
): Promise<void> {
  await applySign(tx, services, await lockReportById(tx, reportId), by, 'trusted-contact');
}
