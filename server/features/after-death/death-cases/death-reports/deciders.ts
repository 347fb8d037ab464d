import type { z } from 'zod';
import type { StaffDeathReport } from '../../../../../shared/after-death/staff-death-reports.ts';
import { fullNameOf } from '../../../../../shared/full-name.ts';
import { listStaff, probationObstacle } from '../../../accounts/staff/staff.ts';
import { groundFor } from '../who-may-act/who-may-act.ts';
import type { Reading } from './case-facts.ts';
import { concernedBy } from './case-rules.ts';
import type { DeathReportRow } from './death-reports.table.ts';

type Answer = z.output<typeof StaffDeathReport>;

const grounds = {
  concerned: 'it is about them',
  reporter: 'reported it',
  'address-book': 'in the address book',
  household: 'lives with somebody whom it concerns',
};

/** Everybody on the staff: who has verified it, who could, and who not. */
export async function listDeciders(
  { db, clock }: Reading,
  row: DeathReportRow,
  approvals: Answer['approvals'],
): Promise<Answer['deciders']> {
  const deciders: NonNullable<Answer['deciders']> = [];
  for (const member of await listStaff(db)) {
    const ground = await groundFor(db, member.id, concernedBy(row));
    const isNew = probationObstacle(member, clock.now()) !== null;
    deciders.push({
      id: member.id,
      name: fullNameOf(member),
      approvedAt: approvals.find(({ by }) => by === member.id)?.at ?? null,
      obstacle: ground ? grounds[ground] : isNew ? 'staff for less than a week' : null,
    });
  }
  return deciders;
}
