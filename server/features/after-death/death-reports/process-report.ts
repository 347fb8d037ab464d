import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/database.ts';

/** Runs `work` in a transaction. A report that fails is logged, and does not keep the others from being processed. */
export async function processReport(
  { db, log }: Pick<Services, 'db' | 'log'>,
  reportId: string,
  work: (tx: Tx) => Promise<void>,
): Promise<void> {
  await inTransaction(db, work).catch((err: unknown) =>
    log.error({ err, reportId }, 'a death report could not be processed; the next sweep tries again'),
  );
}
