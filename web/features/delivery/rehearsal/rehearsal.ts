/** What other features may use of the rehearsal: what is missing, in the same words. */
export { describeGap } from './gap-words.ts';
export { nameSome } from './words.ts';
