export { announcePaid } from './announce-paid.ts';
export {
  type Arrears,
  afterPaying,
  graceMonths,
  type PaidState,
  planInForce,
  type Standing,
  standingForDelivery,
  standingOf,
} from './lapse.ts';
export { restartLapseClock, stopLapseClock } from './lapse-clock.ts';
export { limitReached, readLimits } from './limits.ts';
