import { formatDay } from '../../../../shared/dates.ts';
import { OperatorError } from '../../../platform/errors.ts';
import type { ClosingRow } from './closing.table.ts';

/** `open`: no end is announced. `last-day`: it has come, or is past. */
export type ClosingState = 'open' | 'announced' | 'last-day' | 'closed';
export type ClosingAct = 'announce' | 'withdraw' | 'close';

/** `today` is in UTC; `closing` is the one that is not withdrawn. */
export function closingStateOf(
  closing: Pick<ClosingRow, 'lastDay' | 'closedAt'> | undefined,
  today: string,
): ClosingState {
  if (!closing) return 'open';
  if (closing.closedAt) return 'closed';
  return closing.lastDay <= today ? 'last-day' : 'announced';
}

/** An announcement can be withdrawn until the service has closed. */
const allowedIn: Readonly<Record<ClosingAct, readonly ClosingState[]>> = {
  announce: ['open'],
  withdraw: ['announced', 'last-day'],
  close: ['last-day'],
};

/** Throws, with a sentence for the operator, if `act` is not possible. */
export function requireClosingAct(
  act: ClosingAct,
  closing: Pick<ClosingRow, 'lastDay' | 'closedAt'> | undefined,
  today: string,
): void {
  const state = closingStateOf(closing, today);
  if (allowedIn[act].includes(state)) return;
  const day = closing ? formatDay(closing.lastDay) : '';
  const why: Record<ClosingState, string> = {
    open: 'No end has been announced.',
    announced: `The service closes on ${day}: until then only withdraw is possible.`,
    'last-day': `The service was to close on ${day}: close it, or withdraw that.`,
    closed: 'The service has closed.',
  };
  throw new OperatorError(why[state]);
}
