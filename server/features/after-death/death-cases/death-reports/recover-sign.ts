import { and, eq } from 'drizzle-orm';
import type { StoppedBy } from '../../../../../shared/after-death/staff-death-reports.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { lockOwner } from '../../../accounts/profile/profile.ts';
import type { ActEffect } from '../../../delivery/deliveries/logged-acts/logged-acts.ts';
import { deathReports } from './death-reports.table.ts';
import { applySign, isListening } from './signs-of-life.ts';

/** Repeats a sign of life that came after the restored backup was made. */
export const recoverSignOfLife: ActEffect = async (tx, services, { ownerId, subjectId, said }) => {
  const [owner] = await tx.select({ id: users.id }).from(users).where(eq(users.id, ownerId));
  if (!owner) return true;
  await lockOwner(tx, ownerId);
  const [report] = await tx
    .select()
    .from(deathReports)
    .where(and(eq(deathReports.id, subjectId), isListening(ownerId)))
    .for('update');
  if (report) await applySign(tx, services, report, said as StoppedBy);
  return true;
};
