import { sql } from 'drizzle-orm';

/** Values that only we decide, by every name that a column has for them. */
export function ours(strangerId: string): Record<string, unknown> {
  return {
    ...{ id: strangerId, userId: strangerId, user_id: strangerId, ownerId: strangerId },
    ...{ isAdmin: true, is_admin: true, role: 'admin', twoFactorSince: null, password_hash: 'x' },
    ...{ subscriptionStatus: 'active', paidThrough: '2099-01-01T00:00:00Z', stripeCustomerId: 'cus_1' },
    ...{
      isApproved: true,
      checkedAt: '2020-01-01T00:00:00Z',
      heldReason: null,
      heldAs: null,
      approval: 'approved',
      fileKey: 'memories/x',
      revision: 99,
    },
    ...{
      isDelivered: true,
      deliveredAt: '2020-01-01T00:00:00Z',
      startedAt: '2020-01-01T00:00:00Z',
      dueAt: '2020-01-01T00:00:00Z',
    },
    ...{
      status: 'paid',
      isVerified: true,
      emailVerifiedAt: '2020-01-01T00:00:00Z',
      totalAmount: 0,
      amount: 0,
      price: 0,
    },
    ...{
      paidAt: '2020-01-01T00:00:00Z',
      createdAt: '2001-01-01T00:00:00Z',
      deletionRequestedAt: '2001-01-01T00:00:00Z',
    },
  };
}

export interface Before {
  /** Staff start orders and refund payments, which puts them into such a state beforehand. */
  isStaff: boolean;
  /** Somebody with a subscription has paid for it, though not in 2020 nor until 2099. */
  hasPaid: boolean;
  /** Something of theirs was received, so that a photo was approved and a schedule has begun, though not in 2020. */
  hasGiven: boolean;
}

/** This owner's rows that contain one of those values. */
export const traces = (ownerId: string, { isStaff, hasPaid, hasGiven }: Before) => sql`
  select 'users' as place from users where id = ${ownerId} and (is_admin <> ${isStaff}
    or (subscription_plan <> 'free' or paid_through is not null) and not ${hasPaid} or paid_through >= '2099-01-01' or stripe_customer_id is not null or created_at < '2002-01-01' or deletion_requested_at < '2002-01-01')
  union all select 'memories' from memories where user_id = ${ownerId}
    and ((is_approved and type <> 'letter' and not ${hasGiven}) or revision > 2 or created_at < '2002-01-01' or file_key = 'memories/x')
  union all select 'schedules' from schedules where user_id = ${ownerId}
    and ((is_delivered or started_at is not null) and not ${hasGiven} or started_at < '2021-01-01' or created_at < '2002-01-01')
  union all select 'recipients' from recipients where user_id = ${ownerId} and created_at < '2002-01-01'
  union all select 'gift orders' from gift_orders where user_id = ${ownerId}
    and (status not in ('pending', 'cancelled') and not ${isStaff} or total_amount <> 89 or paid_at is not null or created_at < '2002-01-01')
  union all select 'checkout sessions' from checkout_sessions where user_id = ${ownerId}
    and (paid_at is not null and not ${isStaff || hasPaid} or paid_at < '2021-01-01' or amount < 1 or created_at < '2002-01-01')`;
