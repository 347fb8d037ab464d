import type { z } from 'zod';
import { requireFound } from '../../server/platform/errors.ts';
import type { StaffDeathReportList } from '../../shared/after-death/staff-death-reports.ts';
import type { DeliveryHold as DeliveryHoldSchema } from '../../shared/delivery/staff-deliveries.ts';
import type { OpenAct } from '../../shared/outbox/logged-acts.ts';
import { loadAsStaff } from '../death-reports.ts';
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

/** Undoes the release to which this report has led. False if there is none that has not been undone. */
export async function revokeRelease(staff: Person, report: { id: string }): Promise<boolean> {
  const { releaseId } = await loadAsStaff(staff, report);
  if (!releaseId) return false;
  const answer = await staff.request({
    method: 'POST',
    url: `/api/admin/releases/${releaseId}/revoke`,
    payload: { reason: 'She has come to our door' },
  });
  if (answer.statusCode !== 200) throw new Error(`Revoking answered ${answer.body}`);
  return true;
}

/** Staff have looked, and let what is held go on, once what is missing in a restored database has been done again. */
export async function releaseHolds(
  world: World,
  { tell, count }: Pick<Chronicle, 'tell' | 'count'>,
): Promise<'nothing held' | 'not yet' | 'released'> {
  const staff = await staffSignIn(world, 'anna');
  const url = '/api/admin/holds';
  const holds = (await staff.request({ url })).json<DeliveryHold[]>();
  if (holds.length === 0) return 'nothing held';
  const acts = (await staff.request({ url: `${url}/acts` })).json<OpenAct[]>();
  for (const { kind, reportId } of acts) {
    tell(`anna reads what has to be done again: ${kind}`);
    if (reportId && (await revokeRelease(staff, { id: reportId })))
      count('a release was revoked again after a restore');
  }
  if (acts.length > 0) return 'not yet';
  const payload = { reason: 'We go on with this database', seen: holds.map(({ id }) => id) };
  const answer = await staff.request({ method: 'DELETE', url, payload });
  if (answer.statusCode !== 200) throw new Error(`Letting deliveries go on answered ${answer.body}`);
  if (holds.some(({ reason }) => reason === 'behind-send-log')) count('a restored database was behind');
  tell(`anna lets deliveries go on: ${holds.map(({ reason }) => reason).join(', ')}`);
  return 'released';
}
