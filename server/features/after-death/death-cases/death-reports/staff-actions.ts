import type { Services } from '../../../../platform/context.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { AppError, requireFound } from '../../../../platform/errors.ts';
import { lockOwner } from '../../../accounts/profile/profile.ts';
import { requireMayDecide } from '../who-may-act/who-may-act.ts';
import { type CaseAct, lockAccountOf, lockUnchanged, recordAct } from './case-locks.ts';
import { concernedBy, requireAct } from './case-rules.ts';
import { attachAccount } from './match-account.ts';
import { rememberSign } from './signs-of-life.ts';
import { applyEvent } from './transitions.ts';

/** Rejects a report. The reporter is told on the promised day, with `note` if there is one. */
export function rejectReport(
  services: Services,
  { note, ...by }: CaseAct & { note: string | null },
): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    await lockAccountOf(tx, by.reportId);
    const { report } = await lockUnchanged(tx, by);
    await requireMayDecide(tx, by.member.id, concernedBy(report));
    requireAct('reject', report);
    const after = await applyEvent(tx, services, report, { kind: 'rejected', by: by.member.id, note });
    await recordAct(tx, services, 'death-report.rejected-by-staff', by, {
      before: report,
      after: requireFound(after),
    });
  });
}

/**
 * Ends the objection window: staff review the report again, and nothing goes out. That is why one member of
 * staff is enough.
 */
export function stopWindow(services: Services, by: CaseAct): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    await lockAccountOf(tx, by.reportId);
    const { report } = await lockUnchanged(tx, by);
    requireAct('stop', report);
    const after = await applyEvent(tx, services, report, { kind: 'stopped-by-staff' }, by.member.id);
    await recordAct(tx, services, 'death-report.stopped-by-staff', by, {
      before: report,
      after: requireFound(after),
    });
    await rememberSign(tx, services, report, 'staff');
  });
}

/** Records that a sign of life after the release was not the owner's: the release stands. 409 if another sign has come since. */
export function setSignAside(
  services: Services,
  { stoppedAt, ...by }: CaseAct & { stoppedAt: Date },
): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    const { report } = await lockUnchanged(tx, by);
    await requireMayDecide(tx, by.member.id, concernedBy(report));
    requireAct('set-sign-aside', report);
    if (report.stoppedAt?.getTime() !== stoppedAt.getTime())
      throw new AppError('conflict', 'This report changed while you were looking at it. Nothing was done.', {
        fields: { stoppedAt: 'There was another sign of life meanwhile' },
      });
    const after = await applyEvent(tx, services, report, { kind: 'sign-set-aside' });
    await recordAct(tx, services, 'death-report.sign-set-aside-by-staff', by, {
      before: report,
      after: requireFound(after),
    });
  });
}

/** Says whose account a report is about, if the reporter did not know the address. The owner is asked at once. */
export function chooseAccount(
  services: Services,
  { userId, ...by }: CaseAct & { userId: string },
): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    const owner = await lockOwner(tx, userId);
    const { report } = await lockUnchanged(tx, by);
    for (const ownerId of new Set([report.userId, userId]))
      await requireMayDecide(tx, by.member.id, { ownerId, reportId: report.id });
    requireAct('choose-account', report);
    if (report.userId === userId) throw new AppError('conflict', 'It is already about this account');
    const after = await attachAccount(tx, services, report, owner);
    await recordAct(tx, services, 'death-report.account-chosen', by, { before: report, after });
  });
}
