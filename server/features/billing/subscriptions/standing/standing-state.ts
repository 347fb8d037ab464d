import { centsOf } from '../../../../../shared/dollars.ts';
import { type PlanKey, plans } from '../../../../../shared/plans.ts';
import { monthsAfter } from '../../../../platform/local-time.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';

// Whether a plan is paid, judged by its dates alone. Months are calendar months in UTC. Time in which the
// owner may have died does not count: it postpones every date after the lapse.

/** For this many months after a lapse, paying restores the delivery guarantee; more than these are never charged. */
export const graceMonths = 3;
/** Longer than any three months: decides nearly all accounts without calendar arithmetic. */
const graceMostMs = 93 * 24 * 3_600_000;

/** The columns of `users` that say whether an account is past due: only this file, `standing.ts` and `limits.ts` interpret them. */
export type PaidState = Pick<
  UserRow,
  | 'subscriptionPlan'
  | 'paidThrough'
  | 'subscriptionStartDate'
  | 'paidSince'
  | 'lapseStoppedAt'
  | 'lapsePausedSeconds'
>;

export interface UnpaidMonth {
  from: Date;
  to: Date;
  amountCents: number;
}

export interface PastDue {
  state: 'in_arrears';
  lapsedAt: Date;
  /** How many months have begun since then. Those beyond three are not charged. */
  monthsStarted: number;
  /** What has to be paid, in order and without gaps; three at most. */
  months: readonly UnpaidMonth[];
  amountCents: number;
  /** Until then, paying restores the guarantee. Postponed while the time after the lapse is paused. */
  graceEndsAt: Date;
  isGuaranteed: boolean;
  /** Until when the plan is paid once this is paid. */
  securesUntil: Date;
}

export type Standing = { state: 'current' } | PastDue;

const current: Standing = { state: 'current' };

/** Whether the plan is paid, and if not, what has to be paid. A free plan, and one that staff granted without a limit, always is. */
export function standingOf(account: PaidState, now: Date): Standing {
  const lapse = lapseOf(account, now);
  if (!lapse) return current;
  const { monthsStarted, endOf } = lapse;
  const months = Array.from({ length: Math.min(monthsStarted, graceMonths) }, (_, index) => ({
    from: endOf(index),
    to: endOf(index + 1),
    amountCents: priceAt(account, lapse.unpausedEndOf(index)),
  }));
  return {
    state: 'in_arrears',
    lapsedAt: endOf(0),
    monthsStarted,
    months,
    amountCents: sumOf(months),
    graceEndsAt: endOf(graceMonths),
    isGuaranteed: monthsStarted <= graceMonths,
    securesUntil: endOf(monthsStarted),
  };
}

/**
 * The same for deliveries. Once the reduced price applies, the last three months have to be paid: any that
 * are missing among them, from before the plan was resumed, then have to be paid too.
 */
export function standingForDelivery(account: PaidState, now: Date): Standing {
  const standing = standingOf(account, now);
  const due = standing.state === 'current' ? [] : standing.months;
  const missing = missingMonths(account, now, graceMonths - due.length);
  const [first] = missing;
  const { paidSince, paidThrough } = account;
  if (!first || !paidSince || !paidThrough) return standing;
  const months = [...missing, ...due];
  const whole = { months, amountCents: sumOf(months) };
  if (standing.state === 'in_arrears') return { ...standing, ...whole };
  return {
    state: 'in_arrears',
    lapsedAt: first.from,
    monthsStarted: months.length,
    ...whole,
    graceEndsAt: monthsAfter(paidSince, graceMonths),
    isGuaranteed: true,
    securesUntil: new Date(paidThrough.getTime() + msUncounted(account, now)),
  };
}

/** The plan whose limits apply to what is created now. */
export function planInForce(account: PaidState, now: Date): PlanKey {
  return standingOf(account, now).state === 'current' ? account.subscriptionPlan : 'free';
}

/** The columns of an account that has paid everything due at `now`. */
export function afterPaying(
  account: PaidState,
  now: Date,
): Pick<UserRow, 'paidThrough' | 'paidSince' | 'lapsePausedSeconds'> {
  const { paidThrough, paidSince, lapsePausedSeconds } = account;
  const lapse = lapseOf(account, now);
  const early = monthsAfter(countedTime(account, now), -graceMonths);
  const isForgiven = lapse !== undefined && lapse.monthsStarted > graceMonths;
  const isShort = isReducedAt(account, countedTime(account, now)) && paidSince !== null && paidSince > early;
  return {
    paidThrough: lapse ? lapse.endOf(lapse.monthsStarted) : paidThrough,
    paidSince: isForgiven || isShort ? early : paidSince,
    lapsePausedSeconds: lapse ? 0 : lapsePausedSeconds,
  };
}

/** Pauses the time after a lapse at `at`; an earlier pause stays. */
export function paused({ lapseStoppedAt }: PaidState, at: Date): Pick<UserRow, 'lapseStoppedAt'> {
  return { lapseStoppedAt: lapseStoppedAt && lapseStoppedAt < at ? lapseStoppedAt : at };
}

/** Ends the pause: its part after the lapse does not count, rounded up to whole seconds in the owner's favour. */
export function resumed(
  { paidThrough, lapseStoppedAt, lapsePausedSeconds }: PaidState,
  now: Date,
): Pick<UserRow, 'lapseStoppedAt' | 'lapsePausedSeconds'> {
  const stillMs = paidThrough && lapseStoppedAt ? msStill(lapseStoppedAt, paidThrough, now) : 0;
  return { lapseStoppedAt: null, lapsePausedSeconds: lapsePausedSeconds + Math.ceil(stillMs / 1000) };
}

interface Lapse {
  monthsStarted: number;
  /** The end of a month after the lapse; for month 0, the lapse itself. */
  endOf(month: number): Date;
  /** The same, as if there had been no pause. */
  unpausedEndOf(month: number): Date;
}

function lapseOf(account: PaidState, now: Date): Lapse | undefined {
  const { subscriptionPlan, paidThrough } = account;
  if (subscriptionPlan === 'free' || !paidThrough) return undefined;
  const counted = countedTime(account, now);
  if (counted <= paidThrough) return undefined;
  const anchor = anchorOf(account, paidThrough);
  const unpausedEndOf = (month: number) => monthsAfter(paidThrough, month, anchor);
  const paused = msUncounted(account, now);
  return {
    monthsStarted: monthsBegun(paidThrough, counted, unpausedEndOf),
    endOf: (month) => (month === 0 ? paidThrough : new Date(unpausedEndOf(month).getTime() + paused)),
    unpausedEndOf,
  };
}

/** `now`, or when the clock was stopped, minus earlier pauses since the lapse. */
function countedTime({ lapseStoppedAt, lapsePausedSeconds }: PaidState, now: Date): Date {
  const last = lapseStoppedAt && lapseStoppedAt < now ? lapseStoppedAt : now;
  return new Date(last.getTime() - lapsePausedSeconds * 1000);
}

function msUncounted({ paidThrough, lapseStoppedAt, lapsePausedSeconds }: PaidState, now: Date): number {
  const stillMs = paidThrough && lapseStoppedAt ? msStill(lapseStoppedAt, paidThrough, now) : 0;
  return lapsePausedSeconds * 1000 + stillMs;
}

/** How long the current pause has lasted since the lapse. */
function msStill(stoppedAt: Date, paidThrough: Date, now: Date): number {
  return Math.max(0, now.getTime() - Math.max(stoppedAt.getTime(), paidThrough.getTime()));
}

/** A short month ends on its last day; later ones return to the day of the month on which the plan began. */
function anchorOf({ subscriptionStartDate }: PaidState, paidThrough: Date): Date {
  if (!subscriptionStartDate) return paidThrough;
  const isSameDay = monthsAfter(paidThrough, 0, subscriptionStartDate).getTime() === paidThrough.getTime();
  return isSameDay ? subscriptionStartDate : paidThrough;
}

/** The month that has begun ends in the calendar month of `counted`, or in the next. */
function monthsBegun(lapsedAt: Date, counted: Date, endOf: (month: number) => Date): number {
  const years = counted.getUTCFullYear() - lapsedAt.getUTCFullYear();
  const months = years * 12 + counted.getUTCMonth() - lapsedAt.getUTCMonth();
  return counted <= endOf(months) ? months : months + 1;
}

function isReducedAt({ subscriptionPlan, subscriptionStartDate }: PaidState, at: Date): boolean {
  if (!subscriptionStartDate) return false;
  return at >= monthsAfter(subscriptionStartDate, plans[subscriptionPlan].reducedAfterMonths);
}

/** For a month that begins at `from`. */
function priceAt(account: PaidState, from: Date): number {
  const { monthlyPrice, reducedMonthlyPrice } = plans[account.subscriptionPlan];
  return centsOf(isReducedAt(account, from) ? reducedMonthlyPrice : monthlyPrice);
}

/** Those of the last three months that were missed before the plan was resumed, in order. None before the reduced price. */
function missingMonths(account: PaidState, now: Date, atMost: number): UnpaidMonth[] {
  const { subscriptionPlan, paidSince } = account;
  if (subscriptionPlan === 'free' || !paidSince) return [];
  const counted = countedTime(account, now);
  if (counted.getTime() - paidSince.getTime() >= graceMostMs || !isReducedAt(account, counted)) return [];
  const beginsAt = (month: number) => monthsAfter(paidSince, -month);
  const isEnough = (month: number) => monthsAfter(beginsAt(month), graceMonths) <= counted;
  const needed = Math.min([0, 1, 2].find(isEnough) ?? graceMonths, atMost);
  const amountCents = centsOf(plans[subscriptionPlan].reducedMonthlyPrice);
  return Array.from({ length: needed }, (_, index) => ({
    from: beginsAt(needed - index),
    to: beginsAt(needed - index - 1),
    amountCents,
  }));
}

function sumOf(months: readonly UnpaidMonth[]): number {
  return months.reduce((cents, { amountCents }) => cents + amountCents, 0);
}
