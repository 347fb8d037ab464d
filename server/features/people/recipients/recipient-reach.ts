import { describeAfterDeath } from '../../../../shared/after-death.ts';
import { formatDay } from '../../../../shared/dates.ts';
import type { RecipientReach } from '../../../../shared/people/recipients.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/database.ts';
import { wallClockAt } from '../../../platform/local-time.ts';
import type { UserRow } from '../../accounts/profile/profile.table.ts';
import { listGuardedBy } from './named-people.ts';
import { lockRecipient } from './recipient-rows.ts';
import type { ListItemsMeantFor, ScheduledDeliveries, ScheduledDelivery } from './recipients.ts';

export interface MeantFor {
  scheduled: ScheduledDeliveries;
  listItemsMeantFor: ListItemsMeantFor;
}

/** What the owner is told before they delete a recipient. 404 if not the owner's. */
export function findReach(
  services: Services,
  meantFor: MeantFor,
  owner: UserRow,
  id: string,
): Promise<RecipientReach> {
  return inTransaction(services.db, async (tx) => {
    await lockRecipient(tx, owner.id, id);
    return {
      waiting: await listWaiting(tx, meantFor, id, services.clock.now()),
      guardianOf: await listGuardedBy(tx, id),
    };
  });
}

export async function listWaiting(
  tx: Tx,
  { scheduled, listItemsMeantFor }: MeantFor,
  id: string,
  now: Date,
): Promise<string[]> {
  return [
    ...(await scheduled.list(tx, id)).map((delivery) => describe(delivery, now)),
    ...(await listItemsMeantFor(tx, id)).map((title) => `“${title}” (a physical item)`),
  ];
}

function describe(
  { memoryTitle, deliveryType, localDate, timezone, releaseDays }: ScheduledDelivery,
  now: Date,
): string {
  const when =
    deliveryType === 'on_death'
      ? describeAfterDeath(localDate, wallClockAt(now, timezone).localDate, releaseDays)
      : `on ${formatDay(localDate)}`;
  return `“${memoryTitle ?? 'A memory'}” (${when})`;
}
