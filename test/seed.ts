import { type SQL, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Queryable } from '../server/platform/database.ts';

interface SeedOptions {
  count: number;
  /** When the first falls due; the others follow at intervals of `spacingSeconds`. */
  dueAt: Date;
  spacingSeconds?: number;
  /** The number of owners that share the schedules, each with one letter. */
  owners?: number;
  /** How many of an owner's schedules go to each person. */
  perPerson?: number;
  /** Every schedule of an owner at a multiple of this number goes to the same person as the one before. */
  sharedEvery?: number;
}

export interface Seeded {
  ownerIds: string[];
}

const noneShared = 2_000_000_000;

/** The address of an owner's person with this number. */
function emailOf(ownerEmail: SQL, number: SQL): SQL {
  return sql`
    case ${number} when 0 then replace(${ownerEmail}, 'owner', 'person')
      else regexp_replace(${ownerEmail}, '^owner-([0-9]+)', 'person-\\1.' || ${number}) end`;
}

/**
 * Writes `count` scheduled letters straight into the tables, for tests that need more of them than the API
 * could create in time. Each owner has one approved letter, and a recipient for each schedule:
 * `person-N.<run>@example.com`, `person-N.1.<run>@example.com`, and so on.
 */
export async function seedSchedules(
  db: Queryable,
  { count, dueAt, spacingSeconds = 0, owners = 1, perPerson = 1, sharedEvery = noneShared }: SeedOptions,
): Promise<Seeded> {
  const run = v7().replaceAll('-', '');
  const created = new Date(dueAt.getTime() - 86_400_000).toISOString();
  const due = dueAt.toISOString();
  await db.execute(sql`
    insert into users (id, email, password, first_name, last_name, created_at, updated_at, delivery_notifications)
    select uuidv7(), 'owner-' || n || ${`.${run}@example.com`}, 'no password', 'Ruth', ${run}, ${created}, ${created}, false
    from generate_series(1, ${owners}::int) n`);
  await db.execute(sql`
    insert into memories (id, user_id, title, type, content, recipient, is_approved, checked_at, created_at, updated_at)
    select uuidv7(), id, 'A letter', 'letter', 'Dear Maya', 'Maya', true, ${created}, ${created}, ${created}
    from users where last_name = ${run}`);
  const people = Math.ceil(count / owners / perPerson);
  await db.execute(sql`
    insert into recipients (id, user_id, first_name, last_name, email, relationship, created_at, updated_at)
    select uuidv7(), id, 'Maya', 'Alvarez', ${emailOf(sql`email`, sql`n`)}, 'child', ${created}, ${created}
    from users cross join generate_series(0, ${people - 1}::int) n where last_name = ${run}`);
  await db.execute(sql`
    with people as (
      select u.id as user_id, m.id as memory_id, row_number() over () - 1 as n
      from users u join memories m on m.user_id = u.id where u.last_name = ${run}
    )
    insert into schedules (id, user_id, memory_id, delivery_date, due_at, delivery_type, local_date, local_time, timezone, created_at, updated_at)
    select uuidv7(), p.user_id, p.memory_id, at, at, 'scheduled', (at at time zone 'UTC')::date, '12:00', 'UTC', ${created}, ${created}
    from generate_series(0, ${count - 1}::int) s
    join people p on p.n = s % ${owners}::int
    cross join lateral (select ${due}::timestamptz + s * ${spacingSeconds}::float * interval '1 second' as at) t`);
  await db.execute(sql`
    insert into memory_recipients (id, memory_id, recipient_id, schedule_id, created_at)
    select uuidv7(), s.memory_id, r.id, s.id, ${created}
    from (
      select s.id, s.memory_id, u.email, row_number() over (partition by s.user_id order by s.id)::int - 1 as k
      from schedules s join users u on u.id = s.user_id where u.last_name = ${run}
    ) s join recipients r on r.email = ${emailOf(sql`s.email`, sql`(s.k / ${perPerson}::int - (s.k + 1) / ${sharedEvery}::int)`)}`);
  for (const table of ['users', 'memories', 'recipients', 'schedules', 'memory_recipients']) {
    await db.execute(sql.raw(`analyze ${table}`));
  }
  const found = await db.execute<{ id: string }>(sql`select id from users where last_name = ${run}`);
  return { ownerIds: found.rows.map((row) => row.id) };
}
