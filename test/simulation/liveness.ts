import type { Schedule } from '../../shared/delivery/schedules.ts';
import type { StaffDeliveryList } from '../../shared/delivery/staff-deliveries.ts';
import { type Family, type Promised, signIn } from './family.ts';
import { staffSignIn } from './staff.ts';
import type { World } from './world.ts';

const hour = 3_600_000;

/** Liveness: what fell due was shown, or stands before a person. */
export async function checkAllIsDone(
  world: World,
  families: readonly Family[],
  faults: string[],
): Promise<void> {
  for (const family of families)
    for (const one of family.promised) {
      const { title, to, dueAt, notBefore, withdrawnAt, shownAt } = one;
      // What comes some days after a release comes at its own time of that day.
      const lastDue = dueAt && new Date(dueAt.getTime() + (one.releaseDays ? 24 * hour : 0));
      const isAhead = !lastDue || lastDue > world.now() || (notBefore && notBefore > world.now());
      if (isAhead || withdrawnAt || shownAt) continue;
      if (!(await standsBeforeSomebody(world, family, one)))
        faults.push(`"${title}" of ${family.name} never came to ${to.name}, and stands before nobody`);
    }
}

/** Before its owner while they live, and else before staff: with the reason why it has not come. */
async function standsBeforeSomebody(
  world: World,
  family: Family,
  { scheduleId, to, dueAt }: Promised,
): Promise<boolean> {
  const isPaid = !family.plan || !dueAt || dueAt <= family.plan.paidUntil;
  const isGivenUp = (state: string | null) => state === 'failed' && to.isHardToReach;
  const owner = await signIn(world, family);
  if (owner) {
    const answer = await owner.request({ url: `/api/schedules/${scheduleId}` });
    const recipients = answer.json<Schedule>().recipients ?? [];
    return recipients.some(
      ({ id, state, waitingReason }) =>
        id === to.id &&
        (waitingReason === 'account_in_arrears' ? !isPaid : waitingReason !== null || isGivenUp(state)),
    );
  }
  const staff = await staffSignIn(world, 'anna');
  const answer = await staff.request({
    url: `/api/admin/deliveries?owner=${encodeURIComponent(family.owner.email)}&recipient=${to.name}`,
  });
  const { deliveries } = answer.json<StaffDeliveryList>();
  return deliveries.some(({ state }) => state !== 'failed' || isGivenUp(state));
}
