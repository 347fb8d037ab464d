import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm';
import type { z } from 'zod';
import type { StaffDelivery } from '../../../../shared/delivery/staff-deliveries.ts';
import type { Queryable } from '../../../platform/database.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { outboxMails } from '../../outbox/mails/mails.table.ts';
import type { DeliveryRow } from './deliveries.table.ts';

type Told = z.output<typeof StaffDelivery>['told'];

const toOwner = ['address-needed', 'arrival-unknown', 'delivery-failed', 'recipient-readdressed'] as const;
const toStaff = 'staff-delivery-failed';

/** Who was told what about each of these deliveries, and when: the mails of the outbox, by the id of the delivery. */
export async function mailsAbout(
  db: Queryable,
  deliveries: readonly DeliveryRow[],
): Promise<Map<string, Told>> {
  const told = new Map<string, Told>();
  if (deliveries.length === 0) return told;
  const owners = [...new Set(deliveries.map(({ userId }) => userId))];
  const staff = db.select({ id: users.id }).from(users).where(eq(users.isAdmin, true));
  const rows = await db
    .select()
    .from(outboxMails)
    .where(
      and(
        // By account and kind first, for which there is an index.
        or(
          and(inArray(outboxMails.userId, owners), inArray(outboxMails.kind, [...toOwner])),
          and(inArray(outboxMails.userId, staff), eq(outboxMails.kind, toStaff)),
        ),
        isNull(outboxMails.unwantedAt),
        inArray(
          outboxMails.subjectId,
          deliveries.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(asc(outboxMails.createdAt), asc(outboxMails.id));
  for (const { subjectId, kind, createdAt, sentAt, failedAt } of rows) {
    if (!subjectId || !isAbout(kind)) continue;
    const to = kind === toStaff ? ('staff' as const) : ('owner' as const);
    const mail = { kind, to, writtenAt: createdAt, sentAt, failedAt };
    told.set(subjectId, [...(told.get(subjectId) ?? []), mail]);
  }
  return told;
}

function isAbout(kind: string): kind is Told[number]['kind'] {
  return [...toOwner, toStaff].some((each) => each === kind);
}
