import { and, asc, count, eq } from 'drizzle-orm';
import type { RecipientForm } from '../../../../shared/people/recipients.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Queryable, type Tx } from '../../../platform/database.ts';
import { AppError, found } from '../../../platform/errors.ts';
import { announce } from '../../../platform/events.ts';
import type { UserRow } from '../../accounts/accounts/accounts.table.ts';
import { lockOwner } from '../../accounts/accounts/accounts.ts';
import { type RecipientRow, recipients } from './recipients.table.ts';
import { notifyTrustedContactLater } from './trusted-contacts.ts';

/** What this feature has to know and ask of the deliveries scheduled for a recipient; handed in by app.ts. */
export interface ScheduledDeliveries {
  /** Locks the schedules that name a recipient. They are locked before the recipient. */
  lock(tx: Tx, recipientId: string): Promise<void>;
  /** What the recipient is named in and has not received, the next first. */
  list(tx: Tx, recipientId: string): Promise<ScheduledDelivery[]>;
  /** Takes the recipient out of all of it; answers the ids of the schedules that then have nobody. */
  withdraw(tx: Tx, services: Services, actor: string, recipientId: string): Promise<Set<string>>;
  /** Starts again what waited for another address. */
  resume(tx: Tx, services: Services, recipientId: string): Promise<void>;
}

export interface ScheduledDelivery {
  /** Of the schedule. */
  id: string;
  memoryTitle: string | null;
  deliveryDate: Date;
  deliveryType: 'scheduled' | 'on_death';
  /** `YYYY-MM-DD` */
  localDate: string;
}

/** Where a recipient is reached: at their e-mail address, or by phone where they have none. */
export function addressOf({ email, phone }: Pick<RecipientRow, 'email' | 'phone'>): string | null {
  return email ?? phone;
}

/** As many people as one schedule can name. */
export const peopleAtMost = 500;

/** The owner's address book, in the order in which it was filled. */
export function listRecipients(db: Queryable, userId: string): Promise<RecipientRow[]> {
  return db
    .select()
    .from(recipients)
    .where(eq(recipients.userId, userId))
    .orderBy(asc(recipients.id))
    .limit(peopleAtMost);
}

/** Adds a person. 409 when the address book is full. */
export function createRecipient(
  services: Services,
  owner: UserRow,
  form: RecipientForm,
): Promise<RecipientRow> {
  return inTransaction(services.db, async (tx) => {
    await requireRoom(tx, owner.id);
    const now = services.clock.now();
    const [row] = await tx
      .insert(recipients)
      .values({ ...columnsOf(form), userId: owner.id, createdAt: now, updatedAt: now })
      .returning();
    const recipient = found(row);
    await notifyTrustedContactLater(tx, services, recipient);
    await announce(tx, owner.id, ['recipients']);
    return recipient;
  });
}

/**
 * Replaces what is known of a person. Deliveries that waited for an address that works start again at another one, and a
 * trusted contact is told at their new e-mail address. 404 when this is nobody of the owner's.
 */
export function changeRecipient(
  services: Services,
  scheduled: ScheduledDeliveries,
  owner: UserRow,
  id: string,
  form: RecipientForm,
): Promise<RecipientRow> {
  return inTransaction(services.db, async (tx) => {
    const before = await lockRecipient(tx, owner.id, id);
    const columns = columnsOf(form);
    const sameEmail = columns.email === before.email;
    const [row] = await tx
      .update(recipients)
      .set({ ...columns, ...(!sameEmail && { trustedContactToldAt: null }), updatedAt: services.clock.now() })
      .where(eq(recipients.id, id))
      .returning();
    const recipient = found(row);
    if (addressOf(recipient) !== addressOf(before)) await scheduled.resume(tx, services, id);
    await notifyTrustedContactLater(tx, services, recipient);
    await announce(tx, owner.id, ['recipients', 'schedules']);
    return recipient;
  });
}

/** The owner's recipient under lock, so that nobody names or removes them meanwhile; 404 when not theirs. */
export async function lockRecipient(tx: Tx, userId: string, id: string): Promise<RecipientRow> {
  const [row] = await tx
    .select()
    .from(recipients)
    .where(and(eq(recipients.id, id), eq(recipients.userId, userId)))
    .for('update');
  return found(row, 'This recipient');
}

/** Counted under the owner's lock, so that of two people added at the last free place one is refused. */
async function requireRoom(tx: Tx, userId: string): Promise<void> {
  await lockOwner(tx, userId);
  const [book] = await tx.select({ people: count() }).from(recipients).where(eq(recipients.userId, userId));
  if (found(book).people < peopleAtMost) return;
  throw new AppError('conflict', `Your address book holds ${peopleAtMost} people, which is all it can hold`);
}

function columnsOf(form: RecipientForm) {
  return {
    firstName: form.firstName,
    lastName: form.lastName,
    relationship: form.relationship,
    email: form.email || null,
    phone: form.phone || null,
    mailingAddress: form.mailingAddress || null,
    trustedContact: form.trustedContact,
  };
}
