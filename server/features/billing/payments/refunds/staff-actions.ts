import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { RefundState, StaffGivingBack, StaffRefunding } from '../../../../../shared/billing/refunds.ts';
import { payRefund as payRefundJob } from '../../../../job-list.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { AppError, requireFound } from '../../../../platform/errors.ts';
import { record } from '../../../system/audit/audit.ts';
import { announceToStaff } from '../../../system/changes/changes.ts';
import { findPayer, requireNotPayer, tellPayer } from '../tell-payer.ts';
import { refundStateOf } from './refund-state.ts';
import { type RefundRow, refunds } from './refunds.table.ts';

interface Action {
  refundId: string;
  /** The id of the member of staff. */
  actor: string;
}

/**
 * Has the provider refund what is owed, by a job. 404 for an unknown payment; 409 if it has been refunded, is
 * being refunded, or if another provider took it.
 */
export function askForRefund(
  services: Services,
  { refundId, actor, reason, seen }: z.output<typeof StaffRefunding> & Action,
): Promise<void> {
  const { db, clock, jobs, payments } = services;
  return inTransaction(db, async (tx) => {
    const before = await lockOwed(tx, refundId, seen.state);
    if (before.provider !== payments.name)
      throw new AppError(
        'conflict',
        `${before.provider} took this payment, and is not in use here any more.`,
      );
    const now = clock.now();
    const asked = { startedAt: now, startedBy: actor, refusedAt: null, refusal: null };
    await tx.update(refunds).set(asked).where(eq(refunds.id, refundId));
    await jobs.enqueue(tx, payRefundJob, [{ refundId }]);
    await record(tx, now, {
      action: 'refund.asked',
      actor,
      reason,
      ...(await factsOf(tx, before)),
      before: { state: seen.state },
      after: { state: 'refunding' },
    });
    await announceToStaff(tx);
  });
}

/**
 * Records that a payment was given back in another way: by whom, when and under which reference. This moves no money; the payer
 * is told by mail, and would notice if none came. 404 and 409 as above; also 409 for one's own payment.
 */
export function recordGivenBack(
  services: Services,
  { refundId, actor, reason, reference, seen }: z.output<typeof StaffGivingBack> & Action,
): Promise<void> {
  const { db, clock } = services;
  return inTransaction(db, async (tx) => {
    const before = await lockOwed(tx, refundId, seen.state);
    const payer = await findPayer(tx, before);
    await requireNotPayer(tx, actor, payer);
    const givenBackAt = clock.now();
    await tx
      .update(refunds)
      .set({ givenBackAt, givenBackBy: actor, reference, refusedAt: null, refusal: null })
      .where(eq(refunds.id, refundId));
    await record(tx, givenBackAt, {
      action: 'refund.given-back',
      actor,
      reason,
      ...(await factsOf(tx, before)),
      before: { givenBackAt: null, reference: null },
      after: { givenBackAt: givenBackAt.toISOString(), reference },
    });
    const how = `It was refunded in another way, under the reference ${reference}.`;
    await tellPayer(tx, services, payer, { ...before, reference }, how);
    await announceToStaff(tx);
  });
}

async function factsOf(tx: Tx, refund: RefundRow) {
  const { id: subjectId, amount, cause } = refund;
  const payer = await findPayer(tx, refund);
  return { ...(payer && { userId: payer.id }), subjectId, details: { amount, cause } };
}

const stateLabels: Readonly<Record<RefundState, string>> = {
  owed: 'to be refunded',
  refunding: 'being refunded',
  refused: 'refused by the provider',
  'given-back': 'refunded',
};

/** Locks a refund that can still be made and is as it was seen. */
async function lockOwed(tx: Tx, refundId: string, seen: RefundState): Promise<RefundRow> {
  const [row] = await tx.select().from(refunds).where(eq(refunds.id, refundId)).for('update');
  const refund = requireFound(row, 'This payment');
  const state = refundStateOf(refund);
  if (state !== seen) {
    const under = refund.reference ? `, under ${refund.reference}` : '';
    throw new AppError('conflict', 'This payment changed while you were looking at it. Nothing was done.', {
      fields: { state: `It was ${stateLabels[seen]}, and is now ${stateLabels[state]}${under}` },
    });
  }
  if (state === 'given-back') throw new AppError('conflict', 'This payment has already been refunded');
  if (state === 'refunding')
    throw new AppError('conflict', 'The provider is being asked to give this payment back');
  return refund;
}
