/**
 * The minimum cost of a queue in a database table, for comparison with our deliveries: one narrow table, and
 * workers that claim a batch with SKIP LOCKED and mark it done, either the whole batch in one statement or
 * each row after it was sent. No tenants, no history, no retries, no fencing.
 */
import { Pool } from 'pg';

const workers = 4;
const rowsPerClaim = 100;

export type Marking = 'by the batch' | 'one by one';

/** Processes `count` due rows with a no-op send; returns rows per second. */
export async function runBareQueue(url: string, count: number, marking: Marking): Promise<number> {
  const pool = new Pool({ connectionString: url, max: workers });
  try {
    await fill(pool, count);
    const start = performance.now();
    const done = await Promise.all(Array.from({ length: workers }, () => processRows(pool, marking)));
    const seconds = (performance.now() - start) / 1000;
    const total = done.reduce((sum, rows) => sum + rows, 0);
    if (total !== count) throw new Error(`The bare queue did ${total} of ${count} rows`);
    return count / seconds;
  } finally {
    await pool.end();
  }
}

async function fill(pool: Pool, count: number): Promise<void> {
  await pool.query('drop table if exists bare_queue');
  await pool.query(`create table bare_queue (
    id uuid primary key default uuidv7(), due_at timestamptz not null, address text not null,
    status text not null default 'pending', claimed_at timestamptz, done_at timestamptz)`);
  await pool.query(`create index on bare_queue (due_at) where status = 'pending'`);
  await pool.query(
    `insert into bare_queue (due_at, address)
     select now(), 'person-' || n || '@example.com' from generate_series(1, $1::int) n`,
    [count],
  );
  await pool.query('analyze bare_queue');
}

async function processRows(pool: Pool, marking: Marking): Promise<number> {
  for (let done = 0; ; ) {
    const claimed = await pool.query<{ id: string; address: string }>(
      `update bare_queue set status = 'sending', claimed_at = $1
       where id = any(array(select id from bare_queue where status = 'pending' and due_at <= $1
         order by due_at limit ${rowsPerClaim} for update skip locked))
       returning id, address`,
      [new Date()],
    );
    if (claimed.rows.length === 0) return done;
    const ids = claimed.rows.map(({ id }) => id);
    for (const { id, address } of claimed.rows) {
      await pretendToSend(address);
      if (marking === 'one by one') await markDone(pool, [id]);
    }
    if (marking === 'by the batch') await markDone(pool, ids);
    done += ids.length;
  }
}

async function markDone(pool: Pool, ids: string[]): Promise<void> {
  await pool.query(`update bare_queue set status = 'done', done_at = $1 where id = any($2)`, [
    new Date(),
    ids,
  ]);
}

async function pretendToSend(_address: string): Promise<void> {}
