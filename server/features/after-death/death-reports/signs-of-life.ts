import { and, asc, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { AliveAnswer } from '../../../../shared/after-death/death-reports.ts';
import type { StoppedBy } from '../../../../shared/after-death/staff-death-reports.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Queryable } from '../../../platform/database.ts';
import { found, notFound } from '../../../platform/errors.ts';
import { hashToken } from '../../../platform/random.ts';
import { users } from '../../accounts/accounts/accounts.table.ts';
import { isAliveAfterRelease } from './death-report-state.ts';
import { deathReports } from './death-reports.table.ts';
import { applyEvent } from './transitions.ts';

/** In these a sign of life means something. */
const listening = ['awaiting_proof', 'in_review', 'objection_window', 'stopped', 'released'] as const;

/**
 * A sign of life of the owner of an account: closes the reports about them that nobody has verified, and puts the others back before
 * staff. Costs one read where there is none.
 */
export async function recordSignOfLife(services: Services, userId: string, by: StoppedBy): Promise<void> {
  const ofOwner = and(eq(deathReports.userId, userId), inArray(deathReports.state, [...listening]));
  const [any] = await services.db.select({ id: deathReports.id }).from(deathReports).where(ofOwner).limit(1);
  if (!any) return;
  await inTransaction(services.db, async (tx) => {
    const reports = await tx
      .select()
      .from(deathReports)
      .where(ofOwner)
      .orderBy(asc(deathReports.id))
      .for('update');
    for (const report of reports)
      await applyEvent(tx, services, report, { kind: 'sign-of-life', by }, userId);
  });
}

/** What the page behind "I am alive" shows. Changes nothing. 404 for a token that is not one. */
export async function readAlive(db: Queryable, token: string): Promise<z.output<typeof AliveAnswer>> {
  const { report, firstName } = await findAsked(db, token);
  const isOver = !['awaiting_proof', 'in_review', 'objection_window', 'released'].includes(report.state);
  return {
    firstName,
    reportedAt: report.submittedAt ?? report.createdAt,
    state: isAliveAfterRelease(report) ? 'released' : isOver ? 'stopped' : 'waiting',
  };
}

/** The owner pressed "I am alive". Pressing again changes nothing more. */
export async function sayAlive(services: Services, token: string): Promise<z.output<typeof AliveAnswer>> {
  const { report } = await findAsked(services.db, token);
  const isOver = ['closed', 'rejected', 'revoked'].includes(report.state);
  const isKnown = report.state === 'stopped' || isAliveAfterRelease(report);
  if (!isOver && !isKnown) await recordSignOfLife(services, found(report.userId ?? undefined), 'alive_link');
  return readAlive(services.db, token);
}

async function findAsked(db: Queryable, token: string) {
  const [asked] = await db
    .select({ report: deathReports, firstName: users.firstName })
    .from(deathReports)
    .innerJoin(users, eq(users.id, deathReports.userId))
    .where(eq(deathReports.aliveTokenHash, hashToken(token)));
  if (!asked) throw notFound('This link');
  return asked;
}
