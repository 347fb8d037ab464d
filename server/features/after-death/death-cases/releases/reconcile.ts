import { sql } from 'drizzle-orm';
import type { Queryable } from '../../../../platform/database.ts';

/** Contradictions between releases and accounts. The list should always be empty. */
export async function findReleaseDifferences(db: Queryable): Promise<{ what: string; subjectId: string }[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select coalesce(r.id, u.id) as id
    from users u full join (select id, user_id, released_at from releases where revoked_at is null) r on r.user_id = u.id
    where u.memorialised_at is distinct from r.released_at`);
  return rows.map(({ id }) => ({
    what: 'an account is closed without a release, or a release is in force and its account is open',
    subjectId: id,
  }));
}
