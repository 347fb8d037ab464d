import { eq } from 'drizzle-orm';
import { accessId, trustedToken } from '../server/features/after-death/death-cases/contacts/links.ts';
import type { ReportEvent } from '../server/features/after-death/death-cases/death-reports/death-report-state.ts';
import { deathReports } from '../server/features/after-death/death-cases/death-reports/death-reports.table.ts';
import {
  aliveToken,
  reportToken,
} from '../server/features/after-death/death-cases/death-reports/report-rows.ts';
import { applyEvent } from '../server/features/after-death/death-cases/death-reports/transitions.ts';
import { release } from '../server/features/after-death/death-cases/releases/releases.ts';
import { minutesAfter } from '../server/platform/clock.ts';
import { inTransaction, type Tx } from '../server/platform/database.ts';
import { newId } from '../server/platform/ids.ts';
import { hashToken } from '../server/platform/random.ts';
import type { Recipient } from '../shared/people/recipients.ts';
import type { TestApp } from './app.ts';
import type { Person } from './factories.ts';
import { createOwner, type Left } from './released.ts';

// Trusted contacts of somebody who was reported dead, without waiting for the days that a report takes.

export interface Reported extends Left {
  reportId: string;
  releaseId: string | null;
  contact: Recipient;
  /** The token of the contact's link. */
  token: string;
}

/** An owner whose objection window has begun, with a trusted contact, who is the first recipient, and `others`. */
export async function reportedOwner(
  testApp: TestApp,
  others: Record<string, unknown>[] = [{}],
  fields: Record<string, unknown> = {},
): Promise<Reported> {
  const trusted = { firstName: 'Inés', lastName: 'Duarte', trustedContact: true };
  const left = await createOwner(testApp, [trusted, ...others], fields);
  const [contact] = left.recipients;
  if (!contact) throw new Error('There is no contact');
  const reportId = await beginWindow(testApp, left.owner);
  return { ...left, reportId, releaseId: null, contact, token: tokenOf(testApp, reportId, contact) };
}

export function tokenOf({ services }: TestApp, reportId: string, { id: recipientId }: Pick<Recipient, 'id'>) {
  return trustedToken(services, accessId({ reportId, recipientId }));
}

/** A report about the owner that staff have just verified; returns its id. */
export async function beginWindow(testApp: TestApp, { user }: Pick<Person, 'user'>): Promise<string> {
  const { services, clock } = testApp;
  const now = clock.now();
  const id = newId();
  await services.db.insert(deathReports).values({
    id,
    tokenHash: hashToken(reportToken(services, id)),
    aliveTokenHash: hashToken(aliveToken(services, id)),
    state: 'in_review',
    reporterName: 'Daniel Alvarez',
    reporterEmail: `daniel.${id}@example.com`,
    relationship: 'child',
    timezone: 'UTC',
    confirmedAt: now,
    deceasedName: 'Ruth Alvarez',
    dateOfDeath: '2024-03-03',
    isDateApproximate: false,
    submittedAt: now,
    matchedAt: now,
    userId: user.id,
    proofReceivedAt: now,
    createdAt: now,
  });
  await approve(testApp, id);
  return id;
}

/** As staff do it the first time, and again after a sign of life. */
export async function approve(testApp: TestApp, reportId: string): Promise<void> {
  const objectionEndsAt = minutesAfter(testApp.clock.now(), 72 * 60);
  await happen(testApp, reportId, { kind: 'approved', isEnough: true, objectionEndsAt });
}

/** Lets the window end without an objection, and returns the release's id. */
export async function endWindow(testApp: TestApp, reportId: string): Promise<string> {
  const { services, clock } = testApp;
  await services.db
    .update(deathReports)
    .set({ objectionEndsAt: clock.now(), nextAskAt: null })
    .where(eq(deathReports.id, reportId));
  return happen(testApp, reportId, { kind: 'window-ended' }, async (tx, userId) =>
    release(tx, services, { userId, reportId }),
  );
}

/** The same as `reportedOwner`, after the release. */
export async function releasedOwner(
  testApp: TestApp,
  others: Record<string, unknown>[] = [{}],
  fields: Record<string, unknown> = {},
): Promise<Reported & { releaseId: string }> {
  const reported = await reportedOwner(testApp, others, fields);
  return { ...reported, releaseId: await endWindow(testApp, reported.reportId) };
}

async function happen<T>(
  { services }: TestApp,
  reportId: string,
  event: ReportEvent,
  andThen?: (tx: Tx, userId: string) => Promise<T>,
): Promise<T> {
  return inTransaction(services.db, async (tx) => {
    const [row] = await tx.select().from(deathReports).where(eq(deathReports.id, reportId)).for('update');
    const after = row && (await applyEvent(tx, services, row, event));
    if (!after?.userId) throw new Error(`Nothing happens to a report that is ${row?.state}`);
    return andThen?.(tx, after.userId) as Promise<T>;
  });
}
