import { eq } from 'drizzle-orm';
import { fullNameOf } from '../../../../shared/names.ts';
import type { Tx } from '../../../platform/database.ts';
import { findAddressee } from '../../people/recipients/recipients.ts';
import { type MemoryRow, memories } from './memories.table.ts';

/**
 * Whom a memory is for: the person in the owner's address book, by their name there, or else only the text. A
 * person who is not in it is not an error: they may have been removed while a long video was being uploaded.
 */
export async function addresseeOf(
  tx: Tx,
  userId: string,
  { recipient, recipientId }: { recipient: string; recipientId?: string | null | undefined },
): Promise<Pick<MemoryRow, 'recipient' | 'recipientId'>> {
  const person = recipientId ? await findAddressee(tx, userId, recipientId) : undefined;
  return { recipient: person ? fullNameOf(person) : recipient, recipientId: person?.id ?? null };
}

/** Updates the name in what is for this person. */
export async function renameAddressee(tx: Tx, recipientId: string, name: string): Promise<void> {
  await tx.update(memories).set({ recipient: name }).where(eq(memories.recipientId, recipientId));
}
