import { and, asc, eq, inArray, ne } from 'drizzle-orm';
import type { z } from 'zod';
import type { StaffItem } from '../../../../shared/keepsakes/staff-items.ts';
import { fullNameOf } from '../../../../shared/names.ts';
import type { Services } from '../../../platform/context.ts';
import type { Queryable } from '../../../platform/database.ts';
import { type UserRow, users } from '../../accounts/profile/profile.table.ts';
import { type RecipientRow, recipients } from '../../people/recipients/recipients.table.ts';
import { handoversOf, imagesOf } from './item-parts.ts';
import { isFeeSettled } from './item-state.ts';
import type { PhysicalItemRow } from './physical-items.table.ts';
import { isLate } from './staff-queue.ts';
import { actsOn, isLeaving, taskOf, waitsUntil } from './staff-rules.ts';

export type Reading = Pick<Services, 'db' | 'clock'>;

export type Item = z.output<typeof StaffItem>;

interface StaffRow {
  item: PhysicalItemRow;
  owner: UserRow;
  recipient: RecipientRow | null;
}

const staffImages = (id: string) => `/api/admin/physical-items/${id}/images`;

export async function toAnswers({ db, clock }: Reading, memberId: string, rows: StaffRow[]): Promise<Item[]> {
  const ids = rows.map(({ item }) => item.id);
  const [images, handovers, contacts, reporters] = await Promise.all([
    imagesOf(db, ids, staffImages),
    handoversOf(db, ids, staffImages),
    contactsOf(db, rows),
    reportersOf(db, rows),
  ]);
  return rows.map((row) => ({
    ...toAnswer(row, memberId, clock.now()),
    lostReport: lostReportOf(row.item, reporters),
    images: (images.get(row.item.id) ?? []).filter(({ imageType }) => imageType === 'owner'),
    handovers: handovers.get(row.item.id) ?? [],
    trustedContacts: needsContacts(row) ? (contacts.get(row.owner.id) ?? []) : [],
  }));
}

function toAnswer(
  { item, owner, recipient }: StaffRow,
  memberId: string,
  now: Date,
): Omit<Item, 'images' | 'handovers' | 'trustedContacts' | 'lostReport'> {
  const { id, email, address, memorialisedAt } = owner;
  const at = item.returnRequestDate ?? item.handOverSince ?? item.createdAt;
  const task = taskOf(item);
  return {
    ...item,
    // Staff who hand it over may read it; before that, nobody may.
    personalMessage: item.handOverSince ? item.personalMessage : null,
    task,
    since: at,
    isLate: isLate(item, task, at, now),
    isFeeSettled: isFeeSettled(item),
    owner: {
      ...{ id, name: fullNameOf(owner), email, address },
      hasDied: memorialisedAt !== null,
      isLeaving: isLeaving(owner),
    },
    recipient: recipient && {
      id: recipient.id,
      name: fullNameOf(recipient),
      email: recipient.email,
      mailingAddress: recipient.mailingAddress,
      phone: recipient.phone,
      isHeld: recipient.heldSince !== null,
      waitsUntil: waitsUntil(recipient, now),
    },
    acts: actsOn(item, { recipient, memberId, now }),
  };
}

/** The names of those who say that something was lost, by id. */
async function reportersOf(db: Queryable, rows: StaffRow[]): Promise<Map<string, string>> {
  const ids = rows.flatMap(({ item }) => item.lostReportedBy ?? []);
  if (ids.length === 0) return new Map();
  const people = await db.select().from(users).where(inArray(users.id, ids));
  return new Map(people.map((person) => [person.id, fullNameOf(person)]));
}

function lostReportOf(
  { lostReportedAt: at, lostReportedBy, lostReason: reason }: PhysicalItemRow,
  names: Map<string, string>,
): Item['lostReport'] {
  if (!at || reason === null) return null;
  return { byName: names.get(lostReportedBy ?? '') ?? null, at, reason };
}

function needsContacts({ item, recipient }: StaffRow): boolean {
  return item.handOverSince !== null && recipient === null;
}

/** The trusted contacts of these owners, for items without a recipient. */
async function contactsOf(db: Queryable, rows: StaffRow[]) {
  const owners = rows.filter(needsContacts).map(({ owner }) => owner.id);
  const contacts = await db
    .select()
    .from(recipients)
    .where(
      and(
        inArray(recipients.userId, owners),
        eq(recipients.trustedContact, true),
        ne(recipients.firstName, ''),
      ),
    )
    .orderBy(asc(recipients.id));
  const byOwner = Map.groupBy(contacts, ({ userId }) => userId);
  return new Map(
    [...byOwner].map(([id, people]) => [
      id,
      people.map((person) => ({ id: person.id, name: fullNameOf(person), email: person.email })),
    ]),
  );
}
