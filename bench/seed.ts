import { sql } from 'drizzle-orm';
import type { Database } from '../server/platform/database.ts';
import { hashPassword } from '../server/platform/passwords.ts';
import { seedSchedules } from '../test/seed.ts';

/** The owner of all seeded memories; on the largest plan. */
export const keeper = { email: 'keeper@example.com', password: 'Quiet-Harbour-1994' };

const schedulesPerOwner = 50;
const secondsInAYear = 365 * 86_400;

/**
 * Inserts `rows` letters of the keeper, and `rows` schedules of other people that fall due one to two years from now.
 */
export async function seedDatabase(db: Database, rows: number): Promise<void> {
  const inAYear = new Date(Date.now() + secondsInAYear * 1000);
  await seedKeeper(db, rows);
  await seedSchedules(db, {
    count: rows,
    dueAt: inAYear,
    spacingSeconds: secondsInAYear / rows,
    owners: Math.ceil(rows / schedulesPerOwner),
    perPerson: schedulesPerOwner,
  });
  await db.execute(sql`vacuum analyze`);
}

async function seedKeeper(db: Database, letters: number): Promise<void> {
  const password = await hashPassword(keeper.password);
  await db.execute(sql`
    insert into users (id, email, password, first_name, last_name, subscription_plan, created_at, updated_at)
    values (uuidv7(), ${keeper.email}, ${password}, 'Ruth', 'Alvarez', 'premium', now(), now())`);
  await db.execute(sql`
    insert into memories (id, user_id, title, type, content, recipient, is_approved, checked_at, created_at, updated_at)
    select uuidv7(), id, 'Letter ' || n, 'letter', repeat('Dear Maya, here is my toast. ', 10), 'Maya', true,
      now(), now(), now()
    from users, generate_series(1, ${letters}::int) n where email = ${keeper.email}`);
}
