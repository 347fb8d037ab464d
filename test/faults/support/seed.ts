import { type Database, inTransaction } from '../../../server/platform/database.ts';
import { type Seeded, seedSchedules } from '../../seed.ts';

/** The same all at once: a worker who looks on finds no schedule without its people. */
export function seedAtOnce(db: Database, options: Parameters<typeof seedSchedules>[1]): Promise<Seeded> {
  return inTransaction(db, (tx) => seedSchedules(tx, options));
}
