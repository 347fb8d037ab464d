export { objectionHoursOf, wantsNamedReporters } from './demands.ts';
export { findWishes } from './read-wishes.ts';
export { consumeStoppingCode, findStoppingCode } from './stopping-codes.ts';
