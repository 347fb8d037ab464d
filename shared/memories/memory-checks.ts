/** What is checked in every file, in the order in which staff read it. */
export const memoryChecks = ['read', 'type', 'decodes', 'disguise', 'malware', 'stored'] as const;
export type MemoryCheck = (typeof memoryChecks)[number];

/** `not_done`: an earlier check had failed. `not_set_up`: this machine lacks the tool. */
export const checkResults = ['passed', 'failed', 'not_set_up', 'not_done'] as const;

/** What a check found. */
export interface CheckFinding {
  result: Exclude<(typeof checkResults)[number], 'not_done'>;
  /** A few words for staff; null if the result says it all. */
  found: string | null;
}

/** For one file; omits checks that were not done. */
export type CheckFindings = Partial<Record<MemoryCheck, CheckFinding>>;
