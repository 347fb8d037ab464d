import { and, asc, eq, getTableColumns, inArray, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { fullNameOf } from '../../../../shared/full-name.ts';
import type { StaffItem, StaffItemList, StaffItemQuery } from '../../../../shared/keepsakes/staff-items.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import type { Queryable } from '../../../platform/database.ts';
import { requireFound } from '../../../platform/errors.ts';
import { type UserRow, users } from '../../accounts/profile/profile.table.ts';
import { matchesPerson } from '../../accounts/profile/profile.ts';
import { type RecipientRow, recipients } from '../../people/recipients/recipients.table.ts';
import { handoversOf, imagesOf } from './item-rows.ts';
import { isFeeSettled } from './item-state.ts';
import { type PhysicalItemRow, physicalItems, taskRank, taskSince } from './physical-items.table.ts';
import { isLate } from './staff-queue.ts';
import { actsOn, rankOf, taskOf, waitsUntil } from './staff-rules.ts';

type Reading = Pick<Services, 'db' | 'clock'>;
type Item = z.output<typeof StaffItem>;
const rank = taskRank(physicalItems);
const since = taskSince(physicalItems);

/** Physical items for staff, first what is to be sent back, then what is to be handed over; a page at a time. */
export async function listItemsForStaff(
  services: Reading,
  query: StaffItemQuery,
): Promise<z.output<typeof StaffItemList>> {
  const rows = await selectForStaff(services.db)
    .where(and(...conditionsOf(query, services.clock.now())))
    .orderBy(rank, since, physicalItems.id)
    .limit(query.limit + 1);
  const items = await toAnswers(services, rows.slice(0, query.limit));
  const last = rows.length > query.limit ? items.at(-1) : undefined;
  return {
    items,
    next: last ? { afterRank: rankOf(last.task), afterSince: last.since, after: last.id } : null,
  };
}

/** 404 if there is none. */
export async function loadItemForStaff(services: Reading, id: string): Promise<Item> {
  const rows = await selectForStaff(services.db).where(eq(physicalItems.id, id));
  const [item] = await toAnswers(services, rows);
  return requireFound(item, 'This item');
}

function conditionsOf(
  { task, minAgeHours, owner, afterRank, afterSince, after }: StaffItemQuery,
  now: Date,
): (SQL | undefined)[] {
  return [
    task ? eq(rank, rankOf(task)) : lt(rank, rankOf('rest')),
    minAgeHours === undefined
      ? undefined
      : sql`${since} <= ${minutesAfter(now, -minAgeHours * 60).toISOString()}`,
    owner ? matchesPerson(owner, users) : undefined,
    afterRank !== undefined && afterSince && after
      ? sql`(${rank}, ${since}, ${physicalItems.id}) > (${afterRank}, ${afterSince.toISOString()}, ${after})`
      : undefined,
  ];
}

function selectForStaff(db: Queryable) {
  return db
    .select({ item: getTableColumns(physicalItems), owner: users, recipient: getTableColumns(recipients) })
    .from(physicalItems)
    .innerJoin(users, eq(users.id, physicalItems.userId))
    .leftJoin(recipients, eq(recipients.id, physicalItems.recipientId))
    .$dynamic();
}

interface StaffRow {
  item: PhysicalItemRow;
  owner: UserRow;
  recipient: RecipientRow | null;
}

const staffImages = (id: string) => `/api/admin/physical-items/${id}/images`;

async function toAnswers({ db, clock }: Reading, rows: StaffRow[]): Promise<Item[]> {
  const ids = rows.map(({ item }) => item.id);
  const [images, handovers, contacts] = await Promise.all([
    imagesOf(db, ids, staffImages),
    handoversOf(db, ids, staffImages),
    contactsOf(db, rows),
  ]);
  return rows.map((row) => ({
    ...toAnswer(row, clock.now()),
    images: (images.get(row.item.id) ?? []).filter(({ imageType }) => imageType === 'owner'),
    handovers: handovers.get(row.item.id) ?? [],
    trustedContacts: needsContacts(row) ? (contacts.get(row.owner.id) ?? []) : [],
  }));
}

function toAnswer(
  { item, owner, recipient }: StaffRow,
  now: Date,
): Omit<Item, 'images' | 'handovers' | 'trustedContacts'> {
  const { id, email, address, memorialisedAt } = owner;
  const at = item.returnRequestDate ?? item.handOverSince ?? item.createdAt;
  const task = taskOf(item);
  return {
    ...item,
    // Theirs to read who hand it over, and nobody's before.
    personalMessage: item.handOverSince ? item.personalMessage : null,
    task,
    since: at,
    isLate: isLate(item, task, at, now),
    isFeeSettled: isFeeSettled(item),
    owner: { id, name: fullNameOf(owner), email, address, hasDied: memorialisedAt !== null },
    recipient: recipient && {
      id: recipient.id,
      name: fullNameOf(recipient),
      email: recipient.email,
      mailingAddress: recipient.mailingAddress,
      phone: recipient.phone,
      isHeld: recipient.heldSince !== null,
      waitsUntil: waitsUntil(recipient, now),
    },
    acts: actsOn(item, recipient, now),
  };
}

function needsContacts({ item, recipient }: StaffRow): boolean {
  return item.handOverSince !== null && recipient === null;
}

/** The trusted contacts of these owners, where nobody is to have an item. */
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
