import { and, eq, isNull } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { readDatabaseTime } from '../../../../platform/database-time.ts';
import { AppError, requireFound } from '../../../../platform/errors.ts';
import { announce } from '../../../../platform/events.ts';
import { endMemorial } from '../../../accounts/auth/memorials/memorials.ts';
import { lockOwner } from '../../../accounts/profile/profile.ts';
import { takeBack } from '../../../delivery/deliveries/given/given.ts';
import { type ActEffect, rememberAct } from '../../../delivery/deliveries/logged-acts/logged-acts.ts';
import { lockSchedulesOfOwner } from '../../../delivery/deliveries/plan/plan.ts';
import { takeBackItems } from '../../../keepsakes/physical-items/physical-items.ts';
import { enqueueMail } from '../../../outbox/messages/mails/mails.ts';
import { record } from '../../../system/audit/audit.ts';
import { announceToStaff } from '../../../system/changes/changes.ts';
import { recoverSignOfLife } from '../death-reports/recover-sign.ts';
import { markRevoked } from '../death-reports/transitions.ts';
import { requireMayActOn } from '../who-may-act/who-may-act.ts';
import { releases } from './releases.table.ts';
import { tellEverybodyLater } from './tell-everybody.ts';

/** Undoes what others have changed in the address book of an owner who turned out to be alive; supplied by `wiring.ts`. */
export type EndCorrections = (tx: Tx, services: Services, userId: string) => Promise<void>;

interface Revocation {
  releaseId: string;
  by: string;
  reason: string;
}

/**
 * Undoes a release that was a mistake: what has not left stops, links already sent are closed, the owner can sign in again and is told so,
 * and everybody who heard that they had died is told that they are alive. Works whatever the clocks say, since it gives nothing out. Also
 * refused to anyone who would gain by it. 404 for an unknown release, 409 for one that was revoked already.
 */
export function revokeRelease(
  services: Services,
  endCorrections: EndCorrections,
  { releaseId, by, reason }: Revocation,
): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    const isIt = eq(releases.id, releaseId);
    const [release] = await tx.select().from(releases).where(isIt);
    const revoked = requireFound(release, 'This release');
    const { userId, reportId, releasedAt } = revoked;
    await requireMayActOn(tx, by, userId);
    const owner = await lockOwner(tx, userId);
    const now = await readDatabaseTime(tx, services.clock);
    const { rowCount } = await tx
      .update(releases)
      .set({ revokedAt: now, revokedBy: by, revokeReason: reason })
      .where(and(isIt, isNull(releases.revokedAt)));
    if (rowCount === 0) throw new AppError('conflict', 'This release has been revoked already');
    await endMemorial(tx, services, userId);
    const scheduleIds = await lockSchedulesOfOwner(tx, userId);
    await endCorrections(tx, services, userId);
    await takeBackItems(tx, services, userId, by);
    const taken = await takeBack(tx, services, scheduleIds, by);
    await markRevoked(tx, services, reportId, by);
    const told = await tellEverybodyLater(tx, services, { ...revoked, revokedAt: now });
    await enqueueMail(tx, services, {
      kind: 'account-reopened',
      userId,
      toAddress: owner.email,
      subjectId: releaseId,
    });
    await announce(tx, userId, ['schedules', 'stats']);
    await record(tx, now, {
      action: 'release.revoked',
      actor: by,
      userId,
      subjectId: releaseId,
      reason,
      before: { releasedAt: releasedAt.toISOString(), revokedAt: null },
      after: { releasedAt: releasedAt.toISOString(), revokedAt: now.toISOString() },
      details: { ...taken, told },
    });
    await announceToStaff(tx);
    await rememberAct(tx, services, {
      ...{ kind: 'release-revoked', said: 'yes', ownerId: userId },
      ...{ subjectId: releaseId, aboutId: reportId },
    });
  });
}

/**
 * Revoking tells everybody that the owner is alive, so it is for staff to do again. A release that was made and revoked after the backup is
 * not known here: its report goes no further by itself.
 */
export const recoverRevocation: ActEffect = async (tx, services, act) => {
  const [release] = await tx.select().from(releases).where(eq(releases.id, act.subjectId));
  if (release) return release.revokedAt !== null;
  return act.aboutId === null
    ? true
    : recoverSignOfLife(tx, services, { ...act, subjectId: act.aboutId, said: 'staff' });
};
