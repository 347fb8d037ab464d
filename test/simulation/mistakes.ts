import { actOnReport } from '../death-reports.ts';
import { type Family, stopRelease } from './family.ts';
import { findReport, revokeRelease, staffSignIn } from './staff.ts';
import type { World } from './world.ts';

// How a report of somebody who is alive ends.

const day = 86_400_000;

/** The owner presses the link in one of our mails. */
export async function sayAlive(world: World, family: Family, lastHour: boolean): Promise<void> {
  const { report: open, owner } = family;
  if (!open?.windowEndsAt) return;
  const token = world.post.newest(owner.email, /\/alive\/([\w-]{43})/);
  if (!token) return;
  const answer = await world.app.inject({ method: 'POST', url: `/api/alive/${token}` });
  family.tell(`${owner.firstName} presses "I am alive": ${answer.statusCode}`);
  if (answer.statusCode !== 200) return;
  stopRelease(family);
  family.count(lastHour ? 'an owner alive in the last hour' : 'an owner alive in the window');
  family.later(2 * day, () => reject(world, family));
}

/** Staff see that the owner is alive, or that nobody else thinks it is true. */
export async function reject(world: World, family: Family): Promise<void> {
  if (!family.report) return;
  const staff = await staffSignIn(world, 'anna');
  const found = await findReport(staff, family.owner.email);
  if (found) {
    const answer = await actOnReport(staff, { id: found.id }, 'rejection');
    if (answer.statusCode !== 200) {
      family.tell(`anna cannot reject the report: ${answer.body}`);
      return;
    }
  }
  family.tell('anna rejects the report');
  stopRelease(family);
  family.report = undefined;
}

/** The owner comes back after the release: it was our mistake. */
export async function revoke(world: World, family: Family): Promise<void> {
  const { report, owner } = family;
  if (!report || owner.diedAt) return;
  if (!(await revokeRelease(await staffSignIn(world, 'boris'), report))) return;
  family.tell(`boris revokes the release: ${owner.firstName} is alive`);
  const left = family.promised.filter(({ releaseDays }) => releaseDays !== undefined);
  if (left.some(({ shownAt }) => shownAt) && left.some(({ shownAt }) => !shownAt))
    family.count('a revoke after part was delivered');
  stopRelease(family);
  family.report = undefined;
  family.revokedAt = world.now();
}
