import type { z } from 'zod';
import type { PaymentList } from '../../../../shared/billing/subscriptions.ts';
import type { Services } from '../../../platform/context.ts';
import { sandboxName } from '../../../platform/payments/sandbox.ts';
import type { UserRow } from '../../accounts/profile/profile.table.ts';
import { readPayments } from '../payments/payments.ts';
import { isChangeable } from './change-lease.ts';
import { currentOf } from './current-subscription.ts';
import { readLimits } from './standing/standing.ts';

/** The owner's payments, newest first, and the subscription that counts. */
export async function listPayments(
  services: Pick<Services, 'db' | 'payments' | 'clock'>,
  owner: UserRow,
): Promise<z.output<typeof PaymentList>> {
  const { db, payments: provider } = services;
  const { id: userId } = owner;
  const payments = await readPayments(db, userId);
  const subscription = (await currentOf(db, userId)) ?? null;
  return {
    payments,
    subscription,
    unpaidSince: (await readLimits(db, services, owner)).unpaidSince,
    canChangePlan: subscription !== null && isChangeable(subscription, provider.name),
    canChangeCard: provider.name !== sandboxName && subscription?.provider === provider.name,
  };
}
