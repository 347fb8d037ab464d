import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { users } from '../server/features/accounts/profile/profile.table.ts';
import type { Database } from '../server/platform/database.ts';
import { hashPassword } from '../server/platform/passwords.ts';
import { seedSchedules } from '../test/seed.ts';
import { get, signIn } from './client.ts';
import { openEnvironment, withDatabase } from './environments.ts';
import { type Benchmark, interleave, milliseconds, ratio } from './harness.ts';
import { startProduct } from './programs.ts';

const [many, few] = [1000, 10] as const;
const password = 'Quiet-Harbour-1994';
const secondsInADay = 86_400;

/** The dashboard's request should cost the same however much is scheduled; the rehearsal returns all of it. */
export const apiRehearsal: Benchmark = {
  name: 'api.rehearsal',
  about: `p50 of what needs the owner, and of a rehearsal: ${many} schedules : ${few}`,
  async run({ folder, fewRows, quick }) {
    const { dataDir } = await openEnvironment(join(folder, 'rehearsal'), fewRows);
    return withDatabase(dataDir, async (db) => {
      const owners = { many: await createOwner(db, many), few: await createOwner(db, few) };
      await db.execute(sql`vacuum analyze`);
      const product = await startProduct({ DATA_DIR: dataDir });
      const asks = async (email: string, path: string) => {
        const headers = await signIn(product.url, { email, password });
        return () => milliseconds(() => get(`${product.url}${path}`, headers));
      };
      const compare = async (path: string, times: number) => {
        const [ofMany, ofFew] = [await asks(owners.many, path), await asks(owners.few, path)];
        await interleave(20, ofMany, ofFew);
        return interleave(quick ? 20 : times, ofMany, ofFew);
      };
      const attention = await compare('/api/attention', 400);
      const rehearsal = await compare('/api/rehearsal', 100);
      await product.stop();
      const details = `ms at ${many} : ${few} schedules`;
      return [
        ratio('api.rehearsal.attention', attention, { atMost: 2 }, details),
        ratio('api.rehearsal.whole', rehearsal, { atMost: 3 }, details),
      ];
    });
  },
};

/** An owner with this many schedules, one a day, for ten people. */
async function createOwner(db: Database, count: number): Promise<string> {
  const dueAt = new Date(Date.now() + 30 * secondsInADay * 1000);
  const perPerson = Math.max(1, count / 10);
  const { ownerIds } = await seedSchedules(db, { count, dueAt, spacingSeconds: secondsInADay, perPerson });
  const email = `owner-of-${count}@example.com`;
  const [id = ''] = ownerIds;
  await db
    .update(users)
    .set({ email, password: await hashPassword(password) })
    .where(eq(users.id, id));
  return email;
}
