import { sql } from 'drizzle-orm';
import type { Database } from '../server/platform/database.ts';
import { seedSchedules } from '../test/seed.ts';
import { type Benchmark, milliseconds, ratio, until } from './harness.ts';
import { type Herd, withHerd } from './herd.ts';
import { ask } from './programs.ts';

const lettersOfOwner = 20;
/** Long enough to insert the others' letters before they fall due. */
const secondsAhead = 5;

export const herdRelease: Benchmark = {
  name: 'herd.release',
  about:
    'many owners are released at once: letters/s, with the releases : letters/s of as many that have a date',
  async run({ folder, quick }) {
    const owners = quick ? 100 : 1_000;
    const count = owners * lettersOfOwner;
    const measured = await withHerd(folder, {}, async (herd) => {
      const dated = count / (await herd.deliver(count, new Date()));
      const alone = await delayOfOthers(herd, owners);
      const burst = await deliverReleased(herd, owners);
      return { dated, alone, ...burst };
    });
    const { dated, alone, beside, released, releaseMs, early, doubled } = measured;
    return [
      ratio(
        'herd.release',
        { ours: released, baseline: dated },
        { atLeast: 0.5 },
        `letters/s, ${owners} releases with ${lettersOfOwner} each`,
      ),
      ratio(
        'herd.release fair',
        { ours: beside, baseline: alone },
        { atMost: 1.5 },
        `s, median delay of ${owners} letters of others that fall due in the burst : alone`,
      ),
      {
        name: 'herd.release, one release',
        value: releaseMs,
        unit: 'ms',
        details: 'on average, several at once, beside what is being sent',
      },
      { name: 'herd.release early', value: early, unit: 'letters', bar: { atMost: 0 } },
      { name: 'herd.release doubled', value: doubled, unit: 'letters', bar: { atMost: 0 } },
    ];
  },
};

/** Releases all owners while letters of others fall due. */
async function deliverReleased(herd: Herd, owners: number) {
  const { db, worker } = herd;
  const count = owners * lettersOfOwner;
  const { ownerIds } = await seedSchedules(db, { count, owners, dueAt: new Date(Date.now() + 86_400_000) });
  const released = sql.param(ownerIds);
  await db.execute(sql`
    update schedules set delivery_type = 'on_death', due_at = null, local_date = local_date - 3,
      delivery_date = delivery_date - interval '3 days'
    where user_id = any(${released}::uuid[])`);
  const before = await ask<number>(worker, {});
  const others = await seedOthers(db, owners);
  let releasing = 0;
  const took = await milliseconds(async () => {
    releasing = await milliseconds(() => ask(worker, { release: ownerIds }));
    await until(() => isDelivered(db, ownerIds), 'what was left to be delivered', { seconds: 600 });
  });
  const beside = await others.delay();
  const sent = (await ask<number>(worker, {})) - before;
  const early = await db.execute<{ early: number }>(sql`
    select count(*)::int as early from schedules s join users u on u.id = s.user_id
    where s.user_id = any(${released}::uuid[]) and s.delivered_at < u.memorialised_at`);
  return {
    beside,
    released: count / (took / 1000),
    releaseMs: releasing / owners,
    early: early.rows[0]?.early ?? 0,
    doubled: sent - count - owners,
  };
}

/** Seconds from when others' letters fall due to when they are delivered, with nothing else to do. */
async function delayOfOthers({ db }: Herd, count: number): Promise<number> {
  return (await seedOthers(db, count)).delay();
}

async function seedOthers(db: Database, count: number) {
  const dueAt = new Date(Date.now() + secondsAhead * 1000);
  const { ownerIds } = await seedSchedules(db, { count, owners: count, dueAt });
  return {
    /** Returns the median. Throws if one came early. */
    async delay(): Promise<number> {
      await until(() => isDelivered(db, ownerIds), 'the letters of others', { seconds: 600 });
      const read = await db.execute<{ median: number; least: number }>(sql`
        select percentile_cont(0.5) within group (order by extract(epoch from delivered_at - due_at))::float as median,
          min(extract(epoch from delivered_at - due_at))::float as least
        from schedules where user_id = any(${sql.param(ownerIds)}::uuid[])`);
      const { median = 0, least = 0 } = read.rows[0] ?? {};
      if (least < 0) throw new Error(`A letter came ${-least} s early`);
      return median;
    },
  };
}

async function isDelivered(db: Database, ownerIds: readonly string[]): Promise<boolean> {
  const open = await db.execute(sql`
    select 1 from schedules where not is_delivered and user_id = any(${sql.param(ownerIds)}::uuid[]) limit 1`);
  return open.rows.length === 0;
}
