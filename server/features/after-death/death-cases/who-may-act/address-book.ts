import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import type { Queryable } from '../../../../platform/database.ts';
import { deliveryQueue, schedules } from '../../../delivery/deliveries/deliveries.table.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { recipientCorrections } from '../contacts/contacts.table.ts';

export interface Entry {
  emails: string[];
  phones: string[];
  places: string[];
}

/** How the people of an owner's address book are reached, and were: before a correction, or when something went to them. */
export async function readAddressBook(db: Queryable, ownerId: string): Promise<Entry[]> {
  const present = await db
    .select({ email: recipients.email, phone: recipients.phone, place: recipients.mailingAddress })
    .from(recipients)
    .where(eq(recipients.userId, ownerId));
  const corrected = await db
    .select({ from: recipientCorrections.oldValue, to: recipientCorrections.newValue })
    .from(recipientCorrections)
    .where(
      and(eq(recipientCorrections.userId, ownerId), inArray(recipientCorrections.field, ['email', 'phone'])),
    );
  // The record of what went out outlives the recipient.
  const reached = await db
    .selectDistinct({ at: deliveryQueue.sentTo })
    .from(deliveryQueue)
    .innerJoin(schedules, eq(schedules.id, deliveryQueue.scheduleId))
    .where(and(eq(schedules.userId, ownerId), isNotNull(deliveryQueue.sentTo)));
  return [
    ...present.map(({ email, phone, place }) => toEntry([email, phone], place)),
    toEntry([...corrected.flatMap(({ from, to }) => [from, to]), ...reached.map(({ at }) => at)]),
  ];
}

function toEntry(channels: readonly (string | null)[], place: string | null = null): Entry {
  const given = channels.filter((channel) => channel !== null);
  return {
    emails: given.filter((channel) => channel.includes('@')),
    phones: given.filter((channel) => !channel.includes('@')),
    places: place === null ? [] : [place],
  };
}
