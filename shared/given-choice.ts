import { z } from 'zod';

/** What becomes of what somebody has received already when it is deleted: they keep it, or it is taken back. */
export const GivenChoice = z.enum(['keep', 'withdraw'], 'Please choose keep or withdraw').default('keep');
export type GivenChoice = z.output<typeof GivenChoice>;
