import { requireFound } from '../../server/platform/errors.ts';
import type { StaffDeathReportList } from '../../shared/after-death/staff-death-reports.ts';
import type { Person } from '../factories.ts';
import { signInAs } from './family.ts';
import type { World } from './world.ts';

/** Carla is not honest. */
export const staffNames = ['anna', 'boris', 'carla'] as const;
export type StaffName = (typeof staffNames)[number];
export const staffEmail = (name: StaffName) => `${name}@long-after.example`;

export async function staffSignIn(world: World, name: StaffName): Promise<Person> {
  return requireFound(await signInAs(world, staffEmail(name)));
}

/** What staff know of the newest report about this owner; undefined if none can be read yet. */
export async function findReport(staff: Person, ownerEmail: string) {
  const answer = await staff.request({ url: `/api/admin/death-reports?q=${encodeURIComponent(ownerEmail)}` });
  return answer.json<StaffDeathReportList>().reports.find(({ account }) => account?.email === ownerEmail);
}
