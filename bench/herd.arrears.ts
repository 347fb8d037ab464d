import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { findDue, type Place } from '../server/features/billing/past-due/find-due.ts';
import { systemClock } from '../server/platform/clock.ts';
import type { Database } from '../server/platform/database.ts';
import { withDatabase } from './environments.ts';
import { type Benchmark, interleave, milliseconds, ratio } from './harness.ts';

const perPage = 200;
const perThousand = 1000;

export const herdArrears: Benchmark = {
  name: 'herd.arrears',
  about: 'finding an account that has lapsed, one of a hundred among many : where there are few and all have',
  run({ folder, fewRows, manyRows, quick }) {
    const lapsed = Math.max(perPage, manyRows / 100);
    return withAccounts(join(folder, 'arrears-many'), { rows: manyRows, lapsed }, (many) =>
      withAccounts(join(folder, 'arrears-few'), { rows: fewRows, lapsed: fewRows }, async (few) => {
        const found = await interleave(
          quick ? 5 : 15,
          () => msPerThousand(many, lapsed),
          () => msPerThousand(few, fewRows),
        );
        return [
          ratio(
            'herd.arrears',
            found,
            { atMost: 1.5 },
            `ms for 1,000 found; ${lapsed} of ${manyRows} accounts : ${fewRows} of ${fewRows}`,
          ),
        ];
      }),
    );
  },
};

/** Reads all lapsed accounts, page by page, as the timer does. */
async function msPerThousand(db: Database, lapsed: number): Promise<number> {
  let count = 0;
  const ms = await milliseconds(async () => {
    for (let after: Place | undefined; ; ) {
      const page = await findDue({ db, clock: systemClock }, perPage, after);
      count += page.length;
      after = page.at(-1);
      if (page.length < perPage) return;
    }
  });
  if (count !== lapsed) throw new Error(`${count} of ${lapsed} were found`);
  return ms / (count / perThousand);
}

function withAccounts<T>(
  dataDir: string,
  accounts: { rows: number; lapsed: number },
  work: (db: Database) => Promise<T>,
): Promise<T> {
  return withDatabase(dataDir, async (db) => {
    await fill(db, accounts);
    return work(db);
  });
}

/** The lapsed accounts lapsed in the last three months; half of the others are free, and half are paid for up to a year. */
async function fill(db: Database, { rows, lapsed }: { rows: number; lapsed: number }): Promise<void> {
  await db.execute(sql`
    insert into users (id, email, password, first_name, last_name, created_at, updated_at, subscription_plan, paid_through)
    select uuidv7(), n || '@example.com', 'no password', 'Ruth', 'Okonjo', now(), now(),
      case when n > ${lapsed}::int and n % 2 = 0 then 'free' else 'basic' end,
      case when n <= ${lapsed}::int then now() - n % 90 * interval '1 day' - interval '1 hour'
        when n % 2 = 0 then null else now() + (8 + n % 350) * interval '1 day' end
    from generate_series(1, ${rows}::int) n`);
  await db.execute(sql`vacuum analyze users`);
}
