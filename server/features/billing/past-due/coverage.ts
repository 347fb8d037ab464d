import type { UserRow } from '../../accounts/profile/profile.table.ts';
import { afterPaying, type PastDue, standingForDelivery } from '../subscriptions/standing/standing.ts';

/** What a payment does for an account. */
export interface Coverage {
  /** How many months it pays for. */
  months: number;
  columns: Pick<UserRow, 'paidThrough' | 'paidSince' | 'lapsePausedSeconds'>;
  /** What is left over, and is refunded. */
  excessCents: number;
}

/**
 * What an amount covers, which may differ from what is due by now: all months due, or as many of the oldest
 * as it pays for. Undefined if nothing was due at any of these instants.
 */
export function coverageOf(
  account: UserRow,
  amountCents: number,
  instants: readonly Date[],
): Coverage | undefined {
  for (const at of instants) {
    const standing = standingForDelivery(account, at);
    if (standing.state === 'in_arrears') return coverageAt(account, amountCents, standing, at);
  }
  return undefined;
}

function coverageAt(account: UserRow, amountCents: number, due: PastDue, at: Date): Coverage {
  const excessCents = amountCents - due.amountCents;
  if (excessCents >= 0) return { months: due.months.length, columns: afterPaying(account, at), excessCents };
  return partly(account, amountCents, due);
}

function partly(account: UserRow, amountCents: number, due: PastDue): Coverage {
  const { paidThrough, paidSince, lapsePausedSeconds } = account;
  const part: Coverage = {
    months: 0,
    columns: { paidThrough, paidSince, lapsePausedSeconds },
    excessCents: amountCents,
  };
  // Missing months from before the plan was resumed are earlier than what is paid, and do not move it.
  for (const { from, to, amountCents: price } of due.months) {
    if (!paidThrough || from < paidThrough) continue;
    if (price > part.excessCents) break;
    part.months += 1;
    part.excessCents -= price;
    part.columns = { paidThrough: to, paidSince, lapsePausedSeconds: 0 };
  }
  return part;
}
