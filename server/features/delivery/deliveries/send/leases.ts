import { sql } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import {
  type Claim,
  type ExtendLeases,
  leaseEnd,
  renewLeases as renew,
} from '../../../outbox/messages/messages.ts';
import type { ClaimedDelivery } from './claim.ts';
import { readSnapshots } from './snapshots.ts';

type Deps = Pick<Services, 'db' | 'clock'>;

/** A mail is sent only with this much left of its lease, so that nobody else claims it meanwhile. */
const marginSeconds = 10;
/** A snapshot older than this is read again before sending. */
const snapshotSeconds = 1;

export const extendLeases: ExtendLeases = async ({ db, clock }, held) => {
  const renewed = await db.execute<{ id: string }>(sql`
    update delivery_queue d set attempt_after = ${leaseEnd(clock)}
    from json_to_recordset(${JSON.stringify(held)}::json) as held (id uuid, claim uuid)
    where d.id = held.id and d.claim_id = held.claim and d.status = 'sending'
    returning d.id`);
  return renewed.rows.map(({ id }) => id);
};

export function renewLeases(deps: Deps, claims: readonly Claim[]): Promise<void> {
  return renew(deps, extendLeases, claims);
}

/** Whether a delivery has to be read again before it is sent. */
export function isStale({ clock }: Pick<Services, 'clock'>, { readAtUptime }: ClaimedDelivery): boolean {
  return readAtUptime + snapshotSeconds < clock.uptimeSeconds();
}

/**
 * Called before `next` is sent: reads it and `others` again if that was too long ago, so that an address
 * corrected while the rest of the batch was being sent is used; marks lost claims.
 */
export async function refreshClaims(
  { db, clock, config }: Deps & Pick<Services, 'config'>,
  next: ClaimedDelivery,
  others: readonly ClaimedDelivery[] = [],
): Promise<void> {
  if (!isStale({ clock }, next)) return;
  const readAtUptime = clock.uptimeSeconds();
  const claims = [next, ...others];
  if (next.leaseUntilUptime < readAtUptime + marginSeconds) await renewLeases({ db, clock }, claims);
  const snapshots = await readSnapshots(
    { db, clock, config },
    claims.map(({ id }) => id),
  );
  for (const claim of claims) {
    const snapshot = snapshots.get(claim.id);
    if (snapshot?.claimId !== claim.claimId) claim.isLost = true;
    else Object.assign(claim, snapshot, { readAtUptime });
  }
}
