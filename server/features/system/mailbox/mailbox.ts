import { and, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database.ts';
import { mailboxMessages } from '../../../platform/mail/mailbox.table.ts';

export type StoredMessage = typeof mailboxMessages.$inferSelect;

/** The newest `limit` messages, newest first. */
export function loadNewestMessages(db: Queryable, limit: number): Promise<StoredMessage[]> {
  const { sentAt, id } = mailboxMessages;
  // Written exactly like the index expression, so that the index is used.
  const newestFirst = sql`${sentAt} desc nulls last, ${id} desc nulls last`;
  return db.select().from(mailboxMessages).orderBy(newestFirst).limit(limit);
}

/** The HTML of a stored mail; undefined for a text message or an unknown id. */
export async function findMailHtml(db: Queryable, id: string): Promise<string | undefined> {
  const [mail] = await db
    .select({ html: mailboxMessages.html })
    .from(mailboxMessages)
    .where(and(eq(mailboxMessages.id, id), eq(mailboxMessages.channel, 'email')));
  return mail?.html ?? undefined;
}
