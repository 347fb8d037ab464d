import { eq, sql } from 'drizzle-orm';
import { centsOf } from '../../../../../shared/dollars.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction } from '../../../../platform/database.ts';
import type { RefundOutcome } from '../../../../platform/payments/payments.ts';
import { record } from '../../../system/audit/audit.ts';
import { announceToStaff } from '../../../system/changes/changes.ts';
import { findPayer, tellPayer } from '../tell-payer.ts';
import { refundStateOf } from './refund-state.ts';
import { type RefundRow, refunds } from './refunds.table.ts';

const refusalMaxCharacters = 500;

/**
 * Asks the provider to make a refund, and records its answer. It may be called any number of times, also by
 * several processes at once: the provider identifies a refund by our id. Fails while the provider is down.
 */
export async function payRefund(services: Services, refundId: string): Promise<void> {
  const [refund] = await services.db.select().from(refunds).where(eq(refunds.id, refundId));
  if (!refund || refundStateOf(refund) !== 'refunding') return;
  await recordOutcome(services, refund, await askProvider(services, refund));
}

async function askProvider(
  { payments }: Services,
  { id: key, provider, paymentId, amount, refusals }: RefundRow,
): Promise<RefundOutcome> {
  if (provider !== payments.name)
    return { isMade: false, why: `This was paid by ${provider}, which is not in use here any more.` };
  return payments.refund(paymentId, { key, amountCents: centsOf(amount), refusals });
}

function recordOutcome(services: Services, { id }: RefundRow, outcome: RefundOutcome): Promise<void> {
  const { db, clock } = services;
  return inTransaction(db, async (tx) => {
    const mine = eq(refunds.id, id);
    const [refund] = await tx.select().from(refunds).where(mine).for('update');
    if (!refund || refundStateOf(refund) !== 'refunding') return;
    const now = clock.now();
    const payer = await findPayer(tx, refund);
    const about = {
      ...(payer && { userId: payer.id }),
      subjectId: id,
      details: { amount: refund.amount, cause: refund.cause },
    };
    if (outcome.isMade) {
      const { reference } = outcome;
      await tx.update(refunds).set({ givenBackAt: now, reference }).where(mine);
      const actor = refund.startedBy ?? 'system';
      await record(tx, now, { action: 'refund.paid', actor, ...about, after: { reference } });
      await tellPayer(tx, services, payer, { ...refund, reference });
    } else {
      const refusal = outcome.why.slice(0, refusalMaxCharacters);
      const refusals = sql`${refunds.refusals} + 1`;
      await tx.update(refunds).set({ refusedAt: now, refusal, refusals }).where(mine);
      await record(tx, now, { action: 'refund.refused', actor: 'system', ...about, after: { refusal } });
    }
    await announceToStaff(tx);
  });
}
