import type { ItemFacts } from '../../../../shared/keepsakes/staff-item-changes.ts';
import type { ByStaff, Locked } from './change-as-staff.ts';
import { goesBackSinceArrival } from './item-state.ts';
import { confirmedLost, notLost, reportedLost } from './lost-items.ts';
import type { PhysicalItemRow } from './physical-items.table.ts';
import { noReturn, returnToLeaving } from './returns.ts';
import { isLeaving } from './staff-rules.ts';
import type { Move } from './write-handover.ts';

/** What a step changes of an item besides its status. */
export function columnsOf(
  act: Move,
  { item, owner }: Locked,
  by: ByStaff & { facts: ItemFacts },
  now: Date,
): Partial<PhysicalItemRow> {
  const { storageLocation } = by.facts;
  switch (act) {
    case 'receive':
      return {
        receivedDate: now,
        storageLocation: storageLocation ?? null,
        ...(isLeaving(owner) && returnToLeaving(item, now)),
      };
    case 'undo-receive':
      return { receivedDate: null, storageLocation: null, ...(goesBackSinceArrival(item) && noReturn) };
    case 'locate':
      return { storageLocation: storageLocation ?? null };
    case 'come-back':
      return {
        storageLocation: storageLocation ?? null,
        ...notLost,
        // An item that was on its way to an owner who has died since goes to its recipient.
        ...(item.handOverSince && noReturn),
      };
    case 'arrive':
      return { deliveryDate: now, storageLocation: null, ...notLost };
    case 'report-lost':
      return reportedLost(item, by, now);
    case 'confirm-lost':
      return confirmedLost(item, now);
    case 'not-lost':
      return { ...notLost, ...(!item.lostAt && { updatedAt: item.updatedAt }) };
    default:
      return { storageLocation: null };
  }
}
