import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Queryable, Tx } from '../../../platform/database.ts';
import { requireFound } from '../../../platform/errors.ts';
import { forgetInquiries } from './inquiries/links.ts';
import { proposedAddresses, type RecipientRow, recipientDays, recipients } from './recipients.table.ts';

/** As many as a single schedule can name. */
export const maxRecipients = 500;

/** The owner's address book, in the order of entry. */
export function listRecipients(db: Queryable, userId: string): Promise<RecipientRow[]> {
  return db
    .select()
    .from(recipients)
    .where(eq(recipients.userId, userId))
    .orderBy(asc(recipients.id))
    .limit(maxRecipients);
}

/** The columns of an entry whose address was entered by the owner. */
export const unchangedByOthers = { addressChangedAt: null, addressChangedBy: null, addressWaitsUntil: null };

/** The columns of an entry whose address nobody disowns. */
export const ownedAgain = { disownedAt: null, disownedAddress: null };

/** Locks a recipient, so that nobody schedules anything for them or deletes them; 404 if not the owner's. */
export async function lockRecipient(tx: Tx, userId: string, id: string): Promise<RecipientRow> {
  const [row] = await tx
    .select()
    .from(recipients)
    .where(and(eq(recipients.id, id), eq(recipients.userId, userId)))
    .for('update');
  return requireFound(row, 'This recipient');
}

/** A person in the owner's address book, who cannot be removed until the transaction ends; undefined for anybody else. */
export async function findAddressee(tx: Tx, userId: string, id: string): Promise<RecipientRow | undefined> {
  const [row] = await tx
    .select()
    .from(recipients)
    .where(and(eq(recipients.id, id), eq(recipients.userId, userId)))
    .for('key share');
  return row;
}

/**
 * Moves recipients to another account, reduced to their first names: what they received outlives the erased
 * account, and their links still belong together.
 */
export async function moveRecipients(tx: Tx, ids: string[], toUserId: string): Promise<void> {
  await tx.delete(recipientDays).where(inArray(recipientDays.recipientId, ids));
  await tx.delete(proposedAddresses).where(inArray(proposedAddresses.recipientId, ids));
  await forgetInquiries(tx, ids);
  await tx
    .update(recipients)
    .set({
      userId: toUserId,
      lastName: '',
      relationship: 'other',
      email: null,
      secondEmail: null,
      phone: null,
      mailingAddress: null,
      trustedContact: false,
      trustedContactToldAt: null,
      substituteId: null,
      ownerRelationship: null,
      knownBy: null,
      birthday: null,
      tellMore: 'nothing',
      guardianId: null,
      heldSince: null,
      diedAt: null,
      declinedAt: null,
      ...ownedAgain,
      ...unchangedByOthers,
    })
    .where(inArray(recipients.id, ids));
}

/** Puts everything for this recipient on hold from `at` on. The caller has locked them, and stops their deliveries. */
export async function holdRecipient(tx: Tx, id: string, at: Date): Promise<void> {
  await tx
    .update(recipients)
    .set({ heldSince: at })
    .where(and(eq(recipients.id, id), isNull(recipients.heldSince)));
}

/** From `at` on they want nothing more; null if they changed their mind. The caller has locked them, and stops or resumes their deliveries. */
export async function setDeclined(tx: Tx, id: string, at: Date | null): Promise<void> {
  await tx.update(recipients).set({ declinedAt: at }).where(eq(recipients.id, id));
}

/** Somebody at `address` says that what is for this recipient is not for them; null if it is theirs after all. The caller has locked them. */
export async function setDisowned(
  tx: Tx,
  id: string,
  disowned: { at: Date; address: string } | null,
): Promise<void> {
  const columns = disowned ? { disownedAt: disowned.at, disownedAddress: disowned.address } : ownedAgain;
  await tx.update(recipients).set(columns).where(eq(recipients.id, id));
}

/** Ends the hold, unless they have died. Returns whether it did. The caller has locked the recipient, and resumes what was waiting. */
export async function endHold(tx: Tx, id: string): Promise<boolean> {
  const ended = await tx
    .update(recipients)
    .set({ heldSince: null })
    .where(and(eq(recipients.id, id), isNull(recipients.diedAt)))
    .returning({ id: recipients.id });
  return ended.length > 0;
}
