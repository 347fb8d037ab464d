import { isSameAddress } from '../../../people/recipients/recipients.ts';
import type { DeliveryRow } from '../deliveries.table.ts';
import { hasFailed } from './addresses.ts';
import { canBeHeld, isDeclined, isDisowned, isToBePosted } from './state.ts';
import {
  type Change,
  changed,
  continued,
  entryOf,
  settledColumns,
  stopped,
  type Transition,
  waiting,
} from './steps.ts';

// What recipients say on their page. Each attempt reads from their record whether they want nothing more, or
// somebody else reads their mail; these events change only deliveries that no attempt will look at.

const recipient = 'recipient';

/** What would still go out, by itself or once somebody fixes something, waits. Other holds on it stay. */
export function afterDeclining(row: DeliveryRow): Transition | undefined {
  const isToGoOut = canBeHeld(row) || isToBePosted(row);
  return isToGoOut ? stopped(row, 'declined', recipient) : undefined;
}

/** As after a hold: an attempt that still sees the refusal finds the mark. */
export function afterDecliningEnded(row: DeliveryRow, actor: string, now: Date): Transition | undefined {
  if (row.status === 'delivered') return undefined;
  const marked = changed(row, { ...row, holdEndedAt: now });
  return isDeclined(row) ? continued(marked, now, actor) : marked;
}

export interface Disowning {
  /** The address where somebody says that what was sent is not for them. */
  address: string;
  /** Since when their device is known: what was opened before was read by somebody else, and is not sent again. */
  knownSince: Date;
  /** The memory still exists, so it can be sent again. */
  canBeSentAgain: boolean;
  /** Whoever says so, as named in the audit log. */
  actor: string;
}

/**
 * If it was sent there, its link is closed, and it waits for another address. For one that is being sent the
 * outcome decides; see `afterMisdelivery`.
 */
export function afterDisowning(row: DeliveryRow, { address, ...facts }: Disowning): Transition | undefined {
  const wasSentThere = isSameAddress(row.sentTo, address);
  const marked = wasSentThere ? { ...row, disownedAddress: row.sentTo } : row;
  if (row.status === 'sending') return changed(row, { ...row, disownedAddress: address });
  if (row.status === 'delivered') {
    // It had been there, and was disowned before a restored database found that it went on.
    if (!wasSentThere)
      return hasFailed(row, address) ? changed(row, { ...row, disownedAddress: address }) : undefined;
    const wasReadBefore = row.openedAt !== null && row.openedAt < facts.knownSince;
    if (wasReadBefore || !facts.canBeSentAgain) return changed(row, marked);
    return misdelivered(marked, row, facts.actor);
  }
  const isToGoThere = row.status === 'pending' && (row.sentTo === null || wasSentThere);
  if (isToGoThere) return { ...stopped(marked, 'not_theirs', facts.actor), before: row };
  return wasSentThere ? changed(row, marked) : undefined;
}

/** An attempt reached somebody who had meanwhile said that it is not for them. */
export function afterMisdelivery(
  before: DeliveryRow,
  after: DeliveryRow,
  seen: string | null,
): Change | undefined {
  const isNews = before.disownedAddress !== null && before.disownedAddress !== seen;
  if (!isNews || after.status !== 'delivered' || !isDisowned(after)) return undefined;
  const next = misdelivered(after, before, recipient);
  const made = entryOf(before, 'delivery.delivered', 'system', { attempt: before.attemptCount });
  return { ...next, audit: [made, ...next.audit] };
}

function misdelivered(row: DeliveryRow, before: DeliveryRow, actor: string): Change {
  const after = { ...waiting(row, 'not_theirs'), sweepAt: null, deliveredAt: null, openedAt: null };
  return changed(
    before,
    after,
    entryOf(row, 'delivery.not-theirs', actor),
    entryOf(row, 'delivery.waiting', actor, { reason: 'not_theirs' }),
  );
}

/** It is theirs after all: the link opens again, what had been delivered counts as delivered, and the rest goes on. */
export function afterDisowningEnded(
  row: DeliveryRow,
  { address, actor }: { address: string; actor: string },
  now: Date,
): Transition | undefined {
  const isMarked = isSameAddress(row.disownedAddress, address);
  const open = isMarked ? { ...row, disownedAddress: null } : row;
  if (row.waitingReason !== 'not_theirs') return isMarked ? changed(row, open) : undefined;
  const hadArrived = isMarked && isDisowned(row) && row.outcomeUnknownAt === null;
  if (!hadArrived) return continued(changed(row, open), now, actor);
  // It had left with its last attempt.
  const deliveredAt = row.lastAttempt ?? now;
  return changed(
    row,
    { ...open, ...settledColumns, deliveredAt },
    entryOf(row, 'delivery.delivered', actor, { attempt: row.attemptCount }),
  );
}
