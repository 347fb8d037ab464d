import type { Services } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/database.ts';
import { lockOwner } from '../../accounts/profile/profile.ts';
import { tellLater } from './arrears-notices.ts';
import { findDue, isRenewed, type Place, stepAt } from './find-due.ts';

const batchSize = 200;

/** Timer: tells of plans that end soon, that are not paid any more, and that were not for too long. */
export async function remindOfArrears(services: Services): Promise<void> {
  for (let after: Place | undefined; ; ) {
    const due = await findDue(services, batchSize, after);
    await services.sweeps.each('arrears-notices', due, ({ id }) => remindOne(services, id));
    after = due.at(-1);
    if (due.length < batchSize) return;
  }
}

function remindOne(services: Services, userId: string): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    const owner = await lockOwner(tx, userId);
    const step = stepAt(owner, services.clock.now());
    if (step && !(await isRenewed(tx, userId))) await tellLater(tx, services, owner, step);
  });
}
