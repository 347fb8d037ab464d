import { resumeAfterPayment } from '../../../job-list.ts';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';

export {
  type Arrears,
  afterPaying,
  type PaidState,
  planInForce,
  type Standing,
  standingForDelivery,
  standingOf,
} from './lapse.ts';

/** Lets what waits for the payment of this owner's plan go, within seconds. Call it wherever it may have become paid. */
export async function announcePaid(tx: Tx, { jobs }: Pick<Services, 'jobs'>, userId: string): Promise<void> {
  await jobs.enqueue(tx, resumeAfterPayment, [{ userId }]);
}
