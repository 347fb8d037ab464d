import { asc, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { StaffAddressChange } from '../../../../../shared/after-death/staff-address-changes.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable } from '../../../../platform/database.ts';
import { outboxMails } from '../../../outbox/messages/mails/mails.table.ts';
import { addressChangeNotices } from './address-changes.table.ts';

export type Reading = Pick<Services, 'db' | 'clock'>;
type Told = z.output<typeof StaffAddressChange>['told'][number];

export async function listTold(db: Queryable, changeIds: readonly string[]): Promise<Map<string, Told[]>> {
  if (changeIds.length === 0) return new Map();
  const rows = await db
    .select({
      notice: addressChangeNotices,
      failedAt:
        sql<Date | null>`(select max(m.failed_at) from ${outboxMails} m where m.subject_id = ${addressChangeNotices.id})`.mapWith(
          outboxMails.failedAt,
        ),
    })
    .from(addressChangeNotices)
    .where(inArray(addressChangeNotices.changeId, [...changeIds]))
    .orderBy(asc(addressChangeNotices.createdAt), asc(addressChangeNotices.id));
  const told = new Map<string, Told[]>();
  for (const { notice, failedAt } of rows) {
    const { changeId, contactName: name, ...rest } = notice;
    told.set(changeId, [...(told.get(changeId) ?? []), { ...rest, name, failedAt }]);
  }
  return told;
}
