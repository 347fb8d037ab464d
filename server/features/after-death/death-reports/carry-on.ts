import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/database.ts';

/** Does `work` in a transaction. One report in which something is amiss does not keep the others waiting: the log says so. */
export async function carryOn(
  { db, log }: Pick<Services, 'db' | 'log'>,
  reportId: string,
  work: (tx: Tx) => Promise<void>,
): Promise<void> {
  await inTransaction(db, work).catch((err: unknown) =>
    log.error({ err, reportId }, 'a report of a death could not be carried on; the next sweep tries again'),
  );
}
