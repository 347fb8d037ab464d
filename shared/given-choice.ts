import { z } from 'zod';

/** What happens to things that were already received when they are deleted: the recipient keeps them, or they are taken back. */
export const GivenChoice = z.enum(['keep', 'withdraw'], 'Please choose keep or withdraw').default('keep');
export type GivenChoice = z.output<typeof GivenChoice>;
