import { sql } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import { type ClaimedDelivery, leaseEnd, leaseSeconds } from './claim.ts';
import { readSnapshots } from './snapshots.ts';

type Deps = Pick<Services, 'db' | 'clock'>;

/** How often a worker renews the claims that it has not finished with. */
export const renewEverySeconds = 10;
/** A mail leaves only with this much of its lease left, so that nobody else claims it meanwhile. */
const marginSeconds = 10;
/** A snapshot older than this is read again before sending. */
const snapshotSeconds = 1;

/** Extends the leases of `claims`, and marks as lost those that another worker has claimed since or that are gone. */
export async function renewLeases({ db, clock }: Deps, claims: readonly ClaimedDelivery[]): Promise<void> {
  if (claims.length === 0) return;
  const leaseUntilUptime = clock.uptimeSeconds() + leaseSeconds;
  const renewed = await db.execute<{ id: string }>(sql`
    update delivery_queue d set attempt_after = ${leaseEnd(clock)}
    from json_to_recordset(${JSON.stringify(claims.map(({ id, attempt }) => ({ id, attempt })))}::json)
      as claim (id uuid, attempt integer)
    where d.id = claim.id and d.status = 'sending' and d.attempt_count = claim.attempt
    returning d.id`);
  const held = new Set(renewed.rows.map(({ id }) => id));
  for (const claim of claims) {
    if (held.has(claim.id)) claim.leaseUntilUptime = leaseUntilUptime;
    else claim.isLost = true;
  }
}

/** Whether nobody else can have claimed it yet, as far as this worker knows. */
export function holdsLease({ clock }: Pick<Services, 'clock'>, claim: ClaimedDelivery): boolean {
  return !claim.isLost && clock.uptimeSeconds() < claim.leaseUntilUptime;
}

/**
 * To be called before `next` is sent: reads it and `others` again if that was too long ago, so that an address corrected
 * while the rest of the batch was being sent is the one that is used, and marks lost claims.
 */
export async function refreshClaims(
  { db, clock }: Deps,
  next: ClaimedDelivery,
  others: readonly ClaimedDelivery[] = [],
): Promise<void> {
  const readAtUptime = clock.uptimeSeconds();
  if (next.readAtUptime + snapshotSeconds >= readAtUptime) return;
  const claims = [next, ...others];
  if (next.leaseUntilUptime < readAtUptime + marginSeconds) await renewLeases({ db, clock }, claims);
  const snapshots = await readSnapshots(
    { db, clock },
    claims.map(({ id }) => id),
  );
  for (const claim of claims) {
    const snapshot = snapshots.get(claim.id);
    if (snapshot?.attemptCount !== claim.attempt) claim.isLost = true;
    else Object.assign(claim, snapshot, { readAtUptime });
  }
}
