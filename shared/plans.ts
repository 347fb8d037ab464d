import type { MemoryType } from './memory-types.ts';

/**
 * The plan catalogue: the only place for limits and prices (in dollars). Without schemas, since public pages
 * show it and should not load zod for that.
 */
export const planKeys = ['free', 'basic', 'premium'] as const;
export type PlanKey = (typeof planKeys)[number];

export interface Plan {
  readonly key: PlanKey;
  readonly name: string;
  readonly memoryLimits: Readonly<Record<MemoryType, number>>;
  readonly deliveryDatesPerYear: number;
  readonly guaranteeYears: number;
  readonly physicalItems: number;
  readonly monthlyPrice: number;
  readonly annualPrice: number;
  /** The monthly price after `reducedAfterMonths` months. */
  readonly reducedMonthlyPrice: number;
  readonly reducedAfterMonths: number;
}

export const plans: Readonly<Record<PlanKey, Plan>> = {
  free: {
    key: 'free',
    name: 'First Echo',
    memoryLimits: { photo: 10, video: 1, audio: 1, letter: 5 },
    deliveryDatesPerYear: 5,
    guaranteeYears: 1,
    physicalItems: 0,
    monthlyPrice: 0,
    annualPrice: 0,
    reducedMonthlyPrice: 0,
    reducedAfterMonths: 36,
  },
  basic: {
    key: 'basic',
    name: 'Golden Thread',
    memoryLimits: { photo: 100, video: 50, audio: 30, letter: 30 },
    deliveryDatesPerYear: 10,
    guaranteeYears: 10,
    physicalItems: 0,
    monthlyPrice: 20,
    annualPrice: 204,
    reducedMonthlyPrice: 6.99,
    reducedAfterMonths: 36,
  },
  premium: {
    key: 'premium',
    name: 'Eternal Light',
    memoryLimits: { photo: 200, video: 100, audio: 60, letter: 60 },
    deliveryDatesPerYear: 30,
    guaranteeYears: 20,
    physicalItems: 3,
    monthlyPrice: 50,
    annualPrice: 510,
    reducedMonthlyPrice: 19.99,
    reducedAfterMonths: 36,
  },
};

export function isLimitReached(used: number, limit: number): boolean {
  return used >= limit;
}
