import type { Plan } from '../plans.ts';

/** What physical items cost and how many there may be. Without schemas, so that a page can show it without zod. */
export const itemCategories = ['jewelry', 'document', 'keepsake', 'artwork', 'other'] as const;
export type ItemCategory = (typeof itemCategories)[number];

export const itemStatuses = ['stored', 'requested_return', 'in_transit', 'delivered', 'returned'] as const;
export type ItemStatus = (typeof itemStatuses)[number];

/** What it costs to send an item back to its owner, in dollars. */
export const returnFeeDollars = 25;

/** What insurance costs a year, as a fraction of the insured value. */
export const insuranceRatePerYear = 0.01;

export const itemImagesMax = 6;

/** The largest value of Numeric(10,2). In dollars. */
export const itemValueMax = 99_999_999.99;

/** What insuring something for `value` costs a year, both in dollars. */
export function insuranceFeeOf(value: number): number {
  return Math.round(value * 100 * insuranceRatePerYear) / 100;
}

/** Why no item can be added. */
export function itemLimitText({ name, physicalItems }: Pick<Plan, 'name' | 'physicalItems'>): string {
  return `Your ${name} plan allows up to ${physicalItems} physical items.`;
}

/** Whether it still counts towards the plan's limit: it is with us, or on its way to or from us. */
export function countsForLimit({ status, lostAt }: { status: ItemStatus; lostAt: string | null }): boolean {
  return status !== 'delivered' && status !== 'returned' && lostAt === null;
}

/** Whether it can still go to somebody other than its recipient: it is neither with them nor on its way to them. */
export function canBePassedOn(item: {
  status: ItemStatus;
  lostAt: string | null;
  returnRequestDate: string | null;
}): boolean {
  return countsForLimit(item) && (item.status !== 'in_transit' || item.returnRequestDate !== null);
}
