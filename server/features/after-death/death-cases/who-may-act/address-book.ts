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

/** How the people in an owner's address book are reached, or were: before a correction, or when something was sent to them. */
export async function readAddressBook(db: Queryable, ownerId: string): Promise<Entry[]> {
  const present = await db
    .select({
      email: recipients.email,
      secondEmail: recipients.secondEmail,
      phone: recipients.phone,
      place: recipients.mailingAddress,
    })
    .from(recipients)
    .where(eq(recipients.userId, ownerId));
  const corrected = await db
    .select({
      field: recipientCorrections.field,
      from: recipientCorrections.oldValue,
      to: recipientCorrections.newValue,
    })
    .from(recipientCorrections)
    .where(
      and(
        eq(recipientCorrections.userId, ownerId),
        inArray(recipientCorrections.field, ['email', 'secondEmail', 'phone']),
      ),
    );
  // Records of what went out outlive the recipient.
  const reached = await db
    .selectDistinct({ channel: deliveryQueue.channel, address: deliveryQueue.sentTo })
    .from(deliveryQueue)
    .innerJoin(schedules, eq(schedules.id, deliveryQueue.scheduleId))
    .where(and(eq(schedules.userId, ownerId), isNotNull(deliveryQueue.sentTo)));
  const earlier = [
    ...corrected.flatMap(({ field, from, to }) =>
      [from, to].map((address) => ({ isEmail: field !== 'phone', address })),
    ),
    ...reached.map(({ channel, address }) => ({ isEmail: channel === 'email', address })),
  ];
  const addressesOf = (isEmail: boolean) =>
    given(...earlier.filter((each) => each.isEmail === isEmail).map(({ address }) => address));
  return [
    ...present.map(({ email, secondEmail, phone, place }) => ({
      emails: given(email, secondEmail),
      phones: given(phone),
      places: given(place),
    })),
    { emails: addressesOf(true), phones: addressesOf(false), places: [] },
  ];
}

const given = (...addresses: (string | null)[]) => addresses.filter((address) => address !== null);
