import { and, eq, lte, sql } from 'drizzle-orm';
import { wholeDaysAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable, Tx } from '../../../../platform/database.ts';
import type { ChargeState, DisputeState } from '../../../../platform/payments/payments.ts';
import { record } from '../../../system/audit/audit.ts';
import { announceToStaff } from '../../../system/changes/changes.ts';
import { type DisputeRow, disputes } from './disputes.table.ts';

export { countDisputes } from './list-for-staff.ts';

/** Whose payment is disputed; all null if it is not one of ours. */
export interface DisputedPayment {
  userId: string | null;
  checkoutSessionId: string | null;
  subscriptionPaymentId: string | null;
}

/** Changes whenever a dispute of this charge is stored. */
export async function versionOfDisputes(db: Queryable, chargeId: string): Promise<string> {
  const rows = await db
    .select({ id: disputes.providerId, version: disputes.version })
    .from(disputes)
    .where(eq(disputes.chargeId, chargeId))
    .orderBy(disputes.providerId);
  return JSON.stringify(rows);
}

/** Makes our records of a charge's disputes match the provider's. The caller holds a lock for the charge. */
export async function noteDisputes(
  tx: Tx,
  { clock, payments }: Pick<Services, 'clock' | 'payments'>,
  payment: DisputedPayment,
  { id: chargeId, disputes: reported }: ChargeState,
): Promise<void> {
  const { checkoutSessionId, subscriptionPaymentId } = payment;
  for (const dispute of reported) {
    const { id: providerId } = dispute;
    const mine = and(eq(disputes.provider, payments.name), eq(disputes.providerId, providerId));
    const [before] = await tx.select().from(disputes).where(mine).for('update');
    const columns = columnsOf(dispute, before, clock.now());
    const [after] = before
      ? await tx.update(disputes).set(columns).where(mine).returning()
      : await tx
          .insert(disputes)
          .values({
            ...columns,
            ...{ provider: payments.name, providerId, chargeId, checkoutSessionId, subscriptionPaymentId },
          })
          .returning();
    if (after) await recordChange(tx, clock.now(), payment, before, after);
  }
}

/** The columns that the provider decides. A new column is set in `columnsOf` or listed here, or this file does not compile. */
type ProviderColumns = Omit<
  DisputeRow,
  'id' | 'provider' | 'providerId' | 'chargeId' | 'checkoutSessionId' | 'subscriptionPaymentId'
>;

function columnsOf(
  { id: _, ...reported }: DisputeState,
  before: DisputeRow | undefined,
  now: Date,
): ProviderColumns {
  const isClosed = reported.status === 'won' || reported.status === 'lost';
  return {
    ...reported,
    closedAt: isClosed ? (before?.closedAt ?? now) : null,
    version: (before?.version ?? 0) + 1,
    syncedAt: now,
  };
}

async function recordChange(
  tx: Tx,
  now: Date,
  { userId }: DisputedPayment,
  before: DisputeRow | undefined,
  after: DisputeRow,
): Promise<void> {
  if (before?.status === after.status) return;
  await record(tx, now, {
    action: before ? 'dispute.changed' : 'dispute.opened',
    actor: 'system',
    ...(userId && { userId }),
    subjectId: after.id,
    details: { amount: after.amountCents / 100, reason: after.reason },
    ...(before && { before: { status: before.status } }),
    after: { status: after.status },
  });
  await announceToStaff(tx);
}

/** Charges with an open dispute that nobody has told us about for a day. */
export function findQuietDisputes({ db, clock, payments }: Services): Promise<{ chargeId: string }[]> {
  const isQuiet = lte(disputes.syncedAt, wholeDaysAfter(clock.now(), -1));
  return db
    .selectDistinct({ chargeId: disputes.chargeId })
    .from(disputes)
    .where(and(sql`${disputes.closedAt} is null`, eq(disputes.provider, payments.name), isQuiet));
}
