import { eq } from 'drizzle-orm';
import type { Queryable } from '../database.ts';
import { MessageFault } from './mail.ts';
import { mailboxMessages } from './mailbox.table.ts';

/** Keeps a message instead of sending it. The same messageId a second time changes nothing. */
export async function saveToMailbox(
  db: Queryable,
  message: typeof mailboxMessages.$inferInsert,
): Promise<void> {
  try {
    await db
      .insert(mailboxMessages)
      .values(message)
      .onConflictDoNothing({ target: mailboxMessages.messageId });
  } catch (cause) {
    // Keeping it again does no harm, so a cut connection needs no third kind of answer here.
    throw new MessageFault('temporary', 'The mailbox could not keep the message', { cause });
  }
}

/** Removes every message that was kept for this address. */
export async function clearMailbox(db: Queryable, address: string): Promise<void> {
  await db.delete(mailboxMessages).where(eq(mailboxMessages.toAddress, address));
}
