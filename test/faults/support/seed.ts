import { type Database, inTransaction } from '../../../server/platform/database.ts';
import { type Seeded, seedSchedules } from '../../seed.ts';

/** The same in one transaction: a worker that is running never finds a schedule without its people. */
export function seedAtOnce(db: Database, options: Parameters<typeof seedSchedules>[1]): Promise<Seeded> {
  return inTransaction(db, (tx) => seedSchedules(tx, options));
}
