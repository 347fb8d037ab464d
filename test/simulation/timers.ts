import type { TimerDefinition } from '../../server/platform/jobs.ts';
import type { Dice } from './dice.ts';

// Which of the product's timers run when time has jumped. All of them would take most of a simulation's time.

/** They run once a year or so: nothing that a person of the simulation sees depends on them. */
const background = new Set([
  'erase-sessions',
  'erase-sign-in-challenges',
  'erase-exports',
  'erase-uploads',
  'erase-report-drafts',
  'erase-unused-versions',
  'sweep-attempt-counts',
  'sweep-exports',
  'sweep-unchecked-memories',
  'sweep-bookings',
  'sweep-meeting-links',
  'sweep-sessions',
  'sweep-payment-notices',
  'sweep-disputes',
  'sweep-subscriptions',
  'sweep-refunds',
  'read-bounce-mailbox',
  'erase-mails',
  'sweep-unsendable-mails',
  'sweep-time-zone-rules',
  'chain-audit',
  'sign-audit-checkpoint',
]);
/** They run each time that everything does, every few months: what they lead to takes months. */
const seldom = new Set([
  'settle-keep-current-links',
  'open-keep-current-links',
  'sweep-arrears',
  'sweep-missed-payments',
]);
/** They read files, whose answers come in no order, and nothing that is delivered depends on them. */
const leftOut = new Set(['sweep-orphans', 'check-files']);
/** What moves deliveries and reports on; of the others each runs at one in four brief settlings. */
const always = new Set(['sweep-deliveries', 'sweep-death-reports']);
const oftenEnough = 0.25;
const backgroundSeconds = 400 * 86_400;

export function isLeftOut({ name }: TimerDefinition): boolean {
  return leftOut.has(name);
}

export function isBackground({ name }: TimerDefinition): boolean {
  return background.has(name);
}

/** Whether a timer that ran so many seconds ago runs again. */
export function runsNow(
  timer: TimerDefinition,
  secondsAgo: number,
  { isThorough, dice }: { isThorough: boolean; dice: Dice },
): boolean {
  if (isBackground(timer)) return secondsAgo >= backgroundSeconds;
  if (secondsAgo < timer.everySeconds) return false;
  if (seldom.has(timer.name)) return isThorough;
  return isThorough || always.has(timer.name) || dice.chance(oftenEnough);
}
