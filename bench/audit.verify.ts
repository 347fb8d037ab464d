import { hash } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { chainEntries, verifyChain } from '../server/features/system/audit/audit.ts';
import type { Database } from '../server/platform/database.ts';
import { systemRandom } from '../server/platform/random.ts';
import { readSnapshot } from '../server/platform/snapshot-reader.ts';
import { withDatabase } from './environments.ts';
import { type Benchmark, interleave, milliseconds, ratio } from './harness.ts';

export const auditVerify: Benchmark = {
  name: 'audit.verify',
  about:
    'entries of the audit log checked per second : the same bytes read from the database and hashed with SHA-256',
  async run({ folder, manyRows, quick }) {
    return withDatabase(join(folder, 'audit'), async (db, url) => {
      await fill(db, manyRows);
      const chaining = await milliseconds(() => chainAll(db));
      await db.execute(sql`vacuum analyze audit_log`);
      await db.execute(sql`vacuum analyze audit_chain`);
      const ours = async () => manyRows / ((await milliseconds(() => verify(url, manyRows))) / 1000);
      const baseline = async () => manyRows / ((await milliseconds(() => hashLines(url))) / 1000);
      const rates = await interleave(quick ? 2 : 5, ours, baseline);
      return [
        ratio('audit.verify', rates, { atLeast: 0.5 }, `entries/s, ${manyRows} entries`),
        {
          name: 'audit.verify, in memory',
          value: rates.ours / (await hashesInMemory(url)),
          unit: 'ratio',
          details: 'the same lines hashed where they are in memory already',
        },
        {
          name: 'audit.verify, chaining',
          value: manyRows / (chaining / 1000),
          unit: 'entries/s',
          details: 'what the timer does, without its pauses',
        },
      ];
    });
  },
};

/** Entries like those that deliveries write. */
async function fill(db: Database, count: number): Promise<void> {
  await db.execute(sql`
    insert into audit_log (at, actor, action, user_id, subject_id, details)
    select now() + n * interval '1 millisecond', 'system',
      (array['schedule.started', 'delivery.delivered', 'delivery.late'])[1 + n % 3], uuidv7(), uuidv7(),
      case n % 3 when 0 then null when 1 then '{"attempt": 1}'::jsonb else jsonb_build_object('seconds', n) end
    from generate_series(1, ${count}::int) n`);
  await db.execute(sql`vacuum analyze audit_log`);
}

async function chainAll(db: Database): Promise<void> {
  while ((await chainEntries({ db, random: systemRandom })) > 0);
}

async function verify(url: string, count: number): Promise<void> {
  const { verified } = await readSnapshot(url, verifyChain);
  if (verified !== count) throw new Error(`${verified} of ${count} entries are as they were written`);
}

/** As many bytes as the chain hashes: an entry and a hash. */
const lines = `select '${'0'.repeat(64)}', a.* from audit_log a order by id`;

async function hashLines(url: string): Promise<void> {
  await readSnapshot(url, (reader) => reader.lines(lines, (line) => void hash('sha256', line)));
}

/** Returns hashes per second. */
async function hashesInMemory(url: string): Promise<number> {
  const read: Buffer[] = [];
  await readSnapshot(url, (reader) =>
    reader.lines(lines, (line) => {
      if (read.length < 100_000) read.push(Buffer.from(line));
    }),
  );
  const took = await milliseconds(async () => {
    for (const line of read) hash('sha256', line);
  });
  return read.length / (took / 1000);
}
