import { eq } from 'drizzle-orm';
import type { Queryable } from '../database.ts';
import { MessageFault } from './mail.ts';
import { mailboxMessages } from './mailbox.table.ts';

/** Stores a message instead of sending it. A second call with the same messageId changes nothing. */
export async function saveToMailbox(
  db: Queryable,
  message: typeof mailboxMessages.$inferInsert,
): Promise<void> {
  try {
    await db
      .insert(mailboxMessages)
      .values(message)
      .onConflictDoNothing({ target: [mailboxMessages.messageId, mailboxMessages.toAddress] });
  } catch (cause) {
    // Storing it again is harmless, so even a lost connection is a temporary fault and never an unknown outcome.
    throw new MessageFault('temporary', 'The mailbox could not keep the message', { cause });
  }
}

/** Deletes every stored message to this address. */
export async function clearMailbox(db: Queryable, address: string): Promise<void> {
  await db.delete(mailboxMessages).where(eq(mailboxMessages.toAddress, address));
}
