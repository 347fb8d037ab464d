import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { memories } from '../server/features/memories/memories/memories.table.ts';
import { auditLog } from '../server/features/system/audit/audit.table.ts';
import type { Memory } from '../shared/memories/memories.ts';
import type { TestApp } from './app.ts';
import { checkMemory } from './check-memory.ts';
import { createHeldPhoto, createPerson, type Person } from './factories.ts';

export const reviewUrl = '/api/admin/memories';
export const reason = 'The end of the file holds a page, which never runs';
/** A memory in the state in which it came to staff. */
export const seen = { revision: 1, state: 'in_review' };

/**
 * Memories that are waiting for staff, and what staff do with them. No worker runs: the check is called by
 * hand, so that each test decides what happens meanwhile.
 */
export function openReview(testApp: TestApp) {
  const { services } = testApp;
  const { db } = services;

  /** A memory of `owner` or of somebody new, after its check. */
  async function checked(create: (person: Person) => Promise<Memory>, owner?: Person) {
    const person = owner ?? (await createPerson(testApp));
    const { id } = await create(person);
    await checkMemory(services, { memoryId: id, revision: 1 });
    return { id, owner: person };
  }

  /** In the state in which it was last checked, unless `given` says otherwise. */
  async function seenOf(id: string, given: object) {
    const [row] = await db.select().from(memories).where(sql`${memories.id}::text = ${id}`);
    return { checkedAt: row?.checkedAt ?? null, ...given };
  }

  const ask = (who: Person, id: string, act: string, payload: object) =>
    who.request({ method: 'POST', url: `${reviewUrl}/${id}/${act}`, payload });

  return {
    checked,
    held: (owner?: Person) => checked(createHeldPhoto, owner),
    seenOf,
    ask,
    async act(
      who: Person,
      id: string,
      name: string,
      more: { reason?: string; seen?: object | undefined } = {},
    ) {
      const given = 'seen' in more ? more.seen : seen;
      return ask(who, id, name, { reason, ...more, seen: given && (await seenOf(id, given)) });
    },
    /** What staff have done with the memory for a reason, according to the audit log. */
    byStaff: (id: string) =>
      db
        .select()
        .from(auditLog)
        .where(and(eq(auditLog.subjectId, id), isNotNull(auditLog.reason)))
        .orderBy(auditLog.id),
  };
}
