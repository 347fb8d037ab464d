/**
 * What is told of an account that is or will be in arrears, in this order: a week before, at the lapse, one and two months after
 * it, and when the three months of grace are over. Each is told once for each lapse.
 */
export const arrearsSteps = ['before', 'lapse', 'month-1', 'month-2', 'over'] as const;
export type ArrearsStep = (typeof arrearsSteps)[number];

/** Told beside them, once for each lapse: that a delivery waits, and, once the owner has died, that what was left does. */
export type ArrearsNotice = ArrearsStep | 'held' | 'death';
