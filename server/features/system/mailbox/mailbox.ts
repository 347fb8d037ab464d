import { and, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database.ts';
import { mailboxMessages } from '../../../platform/mail/mailbox.table.ts';

export type KeptMessage = typeof mailboxMessages.$inferSelect;

/** The newest `limit` messages that were kept instead of being sent, newest first. */
export function loadNewestMessages(db: Queryable, limit: number): Promise<KeptMessage[]> {
  const { sentAt, id } = mailboxMessages;
  // Spelled as the index is, so that it is used.
  const newestFirst = sql`${sentAt} desc nulls last, ${id} desc nulls last`;
  return db.select().from(mailboxMessages).orderBy(newestFirst).limit(limit);
}

/** The HTML of a kept mail; undefined for a text message and for an id that is none. */
export async function findMailHtml(db: Queryable, id: string): Promise<string | undefined> {
  const [mail] = await db
    .select({ html: mailboxMessages.html })
    .from(mailboxMessages)
    .where(and(eq(mailboxMessages.id, id), eq(mailboxMessages.channel, 'email')));
  return mail?.html ?? undefined;
}
