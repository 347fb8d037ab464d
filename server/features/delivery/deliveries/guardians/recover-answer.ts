import { and, eq } from 'drizzle-orm';
import type { GuardianAnswer } from '../../../../../shared/delivery/guardians.ts';
import type { Tx } from '../../../../platform/database.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { deliveryQueue, schedules } from '../deliveries.table.ts';
import type { ActEffect, LoggedAct } from '../logged-acts/logged-acts.ts';
import { dueOf, quietDaysOfSchedule } from '../plan/plan.ts';
import { lockSchedules } from '../send/record-outcomes.ts';
import { lockDeliveries } from '../state/transitions.ts';
import { applyAnswer, isOnItsWay } from './answer-guardian.ts';
import { guardianQuestions } from './guardians.table.ts';

/**
 * Repeats a guardian's answer about one schedule after a restore. It counts as the answer of whoever is the guardian in
 * this database; without one it is left to staff. Before a death the guardian of what waits for it is asked again. While the account is
 * being deleted an answer counts as before: the owner may take that back.
 */
export const recoverGuardianAnswer: ActEffect = async (tx, services, act) => {
  await lockSchedules(tx, [act.subjectId]);
  const found = await findAsked(tx, act);
  const dueAt = found && dueOf(found.schedule, found.owner);
  if (!found || !dueAt) return true;
  const { schedule, child } = found;
  const isFor = and(eq(deliveryQueue.scheduleId, schedule.id), eq(deliveryQueue.recipientId, child.id));
  const rows = await lockDeliveries(tx, isFor);
  if (rows.some(isOnItsWay)) return true;
  if (!child.guardianId) return act.said === 'come';
  const values = {
    ...{ userId: child.userId, scheduleId: schedule.id, recipientId: child.id, guardianId: child.guardianId },
    ...{ dueAt, askedAt: act.at, answer: act.said as GuardianAnswer, answeredAt: act.at },
    askAgainOn: null,
  };
  await tx
    .insert(guardianQuestions)
    .values(values)
    .onConflictDoUpdate({
      target: [guardianQuestions.scheduleId, guardianQuestions.recipientId],
      set: values,
    });
  await applyAnswer(tx, services, rows, values.answer);
  return true;
};

async function findAsked(tx: Tx, { subjectId, aboutId }: LoggedAct) {
  const [found] = await tx
    .select({
      ...{ schedule: schedules, child: recipients },
      owner: { memorialisedAt: users.memorialisedAt, quietDays: quietDaysOfSchedule },
    })
    .from(schedules)
    .innerJoin(users, eq(users.id, schedules.userId))
    .innerJoin(recipients, and(eq(recipients.userId, schedules.userId), eq(recipients.id, aboutId ?? '')))
    .where(eq(schedules.id, subjectId));
  return found;
}
