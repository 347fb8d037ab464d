import { eq } from 'drizzle-orm';
import { users } from '../server/features/accounts/profile/profile.table.ts';
import type { TestApp } from './app.ts';

/** An account as staff see it at this moment, to be sent with what they do to it. */
export async function seenOf({ services: { db } }: TestApp, userId: string) {
  const [row] = await db.select().from(users).where(eq(users.id, userId));
  if (!row) throw new Error('There is no such account');
  const { email, isAdmin, suspendedAt, deletionRequestedAt } = row;
  return { email, isAdmin, suspendedAt, deletionRequestedAt };
}
