import { and, desc, eq } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database.ts';
import { auditChain } from './audit.table.ts';
import type { Known } from './verify-chain.ts';

/** The newest chained entry. Its hash covers all entries before it. */
export async function findNewestLink(db: Queryable): Promise<{ entryId: number; hash: Buffer } | undefined> {
  const [newest] = await db.select().from(auditChain).orderBy(desc(auditChain.entryId)).limit(1);
  return newest;
}

/** Whether this entry, with all before it, is in the audit log. */
export async function isChained(db: Queryable, { entryId, hash }: Known): Promise<boolean> {
  const isIt = and(eq(auditChain.entryId, entryId), eq(auditChain.hash, Buffer.from(hash, 'hex')));
  return (await db.$count(auditChain, isIt)) > 0;
}
