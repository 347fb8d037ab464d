import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm';
import type { z } from 'zod';
import type { StaffDelivery } from '../../../../../shared/delivery/staff-deliveries.ts';
import type { Queryable } from '../../../../platform/database.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { outboxMails } from '../../../outbox/messages/mails/mails.table.ts';
import type { DeliveryRow } from '../deliveries.table.ts';
import { waitsForAddress } from '../state/state.ts';

type Told = z.output<typeof StaffDelivery>['told'];
type Kind = Told[number]['kind'];

/** The mail kinds by what they are about and who gets them. The last two ask where a person can be reached. */
const audiences = {
  'address-needed': { subject: 'delivery', to: 'owner' },
  'arrival-unknown': { subject: 'delivery', to: 'owner' },
  'delivery-failed': { subject: 'delivery', to: 'owner' },
  'staff-delivery-failed': { subject: 'delivery', to: 'staff' },
  'not-theirs': { subject: 'person', to: 'owner' },
  'contact-asked-address': { subject: 'person', to: 'contact' },
} as const satisfies Record<Kind, { subject: 'delivery' | 'person'; to: Told[number]['to'] }>;

const kinds = Object.keys(audiences) as Kind[];
const toOthersThanStaff = kinds.filter((kind) => audiences[kind].to !== 'staff');

/** Who was told what about each of these deliveries, and when, by delivery id. */
export async function mailsAbout(
  db: Queryable,
  deliveries: readonly DeliveryRow[],
): Promise<Map<string, Told>> {
  if (deliveries.length === 0) return new Map();
  const owners = [...new Set(deliveries.map(({ userId }) => userId))];
  const subjects = deliveries.flatMap((delivery) => [delivery.id, ...askedAbout(delivery)]);
  const staff = db.select({ id: users.id }).from(users).where(eq(users.isAdmin, true));
  const rows = await db
    .select()
    .from(outboxMails)
    .where(
      and(
        // Account and kind first, because they have an index.
        or(
          and(inArray(outboxMails.userId, owners), inArray(outboxMails.kind, toOthersThanStaff)),
          and(inArray(outboxMails.userId, staff), eq(outboxMails.kind, 'staff-delivery-failed')),
        ),
        isNull(outboxMails.unwantedAt),
        inArray(outboxMails.subjectId, subjects),
      ),
    )
    .orderBy(asc(outboxMails.createdAt), asc(outboxMails.id));
  const mails = rows.flatMap(({ kind, subjectId, createdAt, sentAt, failedAt }) => {
    const known = kinds.find((each) => each === kind);
    if (!known) return [];
    return { kind: known, subjectId, to: audiences[known].to, writtenAt: createdAt, sentAt, failedAt };
  });
  return new Map(
    deliveries.map((delivery) => {
      const subject = { delivery: [delivery.id], person: askedAbout(delivery) };
      return [
        delivery.id,
        mails.filter(({ kind, subjectId }) =>
          subject[audiences[kind].subject].some((id) => id === subjectId),
        ),
      ];
    }),
  );
}

/** The recipient whose address it waits for. */
function askedAbout(delivery: DeliveryRow): string[] {
  return delivery.recipientId && waitsForAddress(delivery) ? [delivery.recipientId] : [];
}
