import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Database } from '../server/platform/database.ts';
import { daysAfter, wallClockAt } from '../server/platform/local-time.ts';
import type { Availability } from '../shared/care/counselor-bookings.ts';
import { sessionTimezone } from '../shared/care/session-catalogue.ts';
import { get, signIn } from './client.ts';
import { withDatabase } from './environments.ts';
import { type Benchmark, interleave, milliseconds, ratio } from './harness.ts';
import { startProduct } from './programs.ts';
import { seedDatabase } from './seed.ts';

const fewBookings = 1_000;
const manyBookings = 100_000;
const daysOfAYear = 365;

export const careAvailability: Benchmark = {
  name: 'care.availability',
  about: 'p50 of the free times of a whole year: 100,000 bookings in it : 1,000',
  async run({ folder, quick }) {
    const askers = [];
    for (const bookings of [quick ? 10 * fewBookings : manyBookings, fewBookings]) {
      const product = await startProduct({ DATA_DIR: await booked(folder, bookings) });
      askers.push({ product, bookings, ask: await yearReader(product.url) });
    }
    const [many, few] = askers;
    if (!many || !few) throw new Error('Two environments are needed');
    await interleave(20, many.ask, few.ask);
    const years = await interleave(quick ? 30 : 200, many.ask, few.ask);
    for (const { product } of askers) await product.stop();
    return [
      ratio('care.availability', years, { atMost: 1.5 }, `ms at ${many.bookings} : ${few.bookings} bookings`),
    ];
  },
};

/** Each call reads the free times of the year that begins tomorrow, and returns the milliseconds it took. */
async function yearReader(url: string): Promise<() => Promise<number>> {
  const headers = await signIn(url);
  const from = daysAfter(wallClockAt(new Date(), sessionTimezone).localDate, 1);
  const query = new URLSearchParams({ from, to: daysAfter(from, daysOfAYear - 1) });
  return () =>
    milliseconds(async () => {
      const { slots } = await get<Availability>(`${url}/api/counselor-availability?${query}`, headers);
      if (slots.length !== 7 * daysOfAYear) throw new Error(`A year had ${slots.length} times`);
      if (slots.every(({ placesLeft }) => placesLeft.individual > 0)) throw new Error('No time is taken');
    });
}

async function booked(folder: string, bookings: number): Promise<string> {
  const dataDir = join(folder, `booked-${bookings}`);
  await withDatabase(dataDir, async (db) => {
    await seedDatabase(db, 1);
    await fill(db, bookings);
  });
  return dataDir;
}

/**
 * Spreads the bookings evenly over the slots of the year from tomorrow. A slot has nine places: bookings that
 * find none are cancelled ones, as most of a year's are if there are as many as 100,000.
 */
async function fill(db: Database, bookings: number): Promise<void> {
  await db.execute(sql`
    insert into counselor_bookings (id, user_id, session_type, session_date, session_time, starts_at, place, price,
      status, paid_at, cancelled_at, cancelled_by, created_at, updated_at)
    select uuidv7(), (select id from users limit 1), case when turn = 0 then 'individual' else 'group' end,
      day, at, (day + at::time) at time zone ${sessionTimezone}, case when turn = 0 then 1 when turn < 9 then turn end,
      50, case when turn < 9 then 'confirmed' else 'cancelled' end, now(),
      case when turn < 9 then null else now() end, case when turn < 9 then null else 'owner' end, now(), now()
    from (
      select (now() at time zone ${sessionTimezone})::date + 1 + (slot / 7)::int as day, turn,
        (array['09:00', '10:00', '11:00', '14:00', '15:00', '16:00', '17:00'])[1 + slot % 7] as at
      from (
        select (n::bigint * 1009) % (7 * ${daysOfAYear}::int) as slot, n / (7 * ${daysOfAYear}::int) as turn
        from generate_series(0, ${bookings}::int - 1) n
      ) numbered
    ) spread`);
  await db.execute(sql`vacuum analyze counselor_bookings`);
}
