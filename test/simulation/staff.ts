import type { z } from 'zod';
import { requireFound } from '../../server/platform/errors.ts';
import type { StaffDeathReportList } from '../../shared/after-death/staff-death-reports.ts';
import type { DeliveryHold as DeliveryHoldSchema } from '../../shared/delivery/staff-deliveries.ts';
import type { Person } from '../factories.ts';
import type { Chronicle } from './chronicle.ts';
import { signInAs } from './family.ts';
import type { World } from './world.ts';

type DeliveryHold = z.input<typeof DeliveryHoldSchema>;

/** Carla is not honest. */
export const staffNames = ['anna', 'boris', 'carla'] as const;
export type StaffName = (typeof staffNames)[number];
export const staffEmail = (name: StaffName) => `${name}@long-after.example`;

export async function staffSignIn(world: World, name: StaffName): Promise<Person> {
  return requireFound(await signInAs(world, staffEmail(name)));
}

/** What staff know of the report about this owner that is not over; undefined if none can be read yet. */
export async function findReport(staff: Person, ownerEmail: string) {
  const answer = await staff.request({ url: `/api/admin/death-reports?q=${encodeURIComponent(ownerEmail)}` });
  return answer
    .json<StaffDeathReportList>()
    .reports.find(({ account, state }) => account?.email === ownerEmail && !over.includes(state));
}

const over: readonly string[] = ['rejected', 'closed', 'revoked'];

/** Staff have looked, and let what is held go on; false if nothing is. */
export async function releaseHolds(
  world: World,
  { tell, count }: Pick<Chronicle, 'tell' | 'count'>,
): Promise<boolean> {
  const staff = await staffSignIn(world, 'anna');
  const url = '/api/admin/holds';
  const holds = (await staff.request({ url })).json<DeliveryHold[]>();
  if (holds.length === 0) return false;
  const payload = { reason: 'We go on with this database', seen: holds.map(({ id }) => id) };
  const answer = await staff.request({ method: 'DELETE', url, payload });
  if (answer.statusCode !== 200) throw new Error(`Letting deliveries go on answered ${answer.body}`);
  if (holds.some(({ reason }) => reason === 'behind-send-log')) count('a restored database was behind');
  tell(`anna lets deliveries go on: ${holds.map(({ reason }) => reason).join(', ')}`);
  return true;
}
