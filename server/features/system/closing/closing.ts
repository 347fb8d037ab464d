import { formatDay } from '../../../../shared/dates.ts';
import type { Queryable } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { ClosingRow } from './closing.table.ts';
import { readClosing } from './read-closing.ts';

export { type ClosingState, closingStateOf } from './closing-state.ts';
export {
  announceClosing,
  completeClosing,
  firstLastDay,
  requireAnnounceable,
  requireClosable,
  withdrawClosing,
} from './closing-steps.ts';
export { findClosing, readClosing, readLastWithdrawn } from './read-closing.ts';
export type { ClosingRow };

/** 409 once an end is announced: nobody should begin to leave things here. */
export async function requireOpenForNewAccounts(db: Queryable): Promise<void> {
  const closing = await readClosing(db);
  if (!closing) return;
  throw new AppError(
    'conflict',
    `Long After closes on ${formatDay(closing.lastDay)} and takes no new accounts. What people have left here is still delivered.`,
  );
}

/** Which of these days is after the announced last one, with a sentence that says so; undefined if none is. */
export async function afterLastDay(
  db: Queryable,
  days: readonly string[],
): Promise<{ days: readonly string[]; message: string } | undefined> {
  const closing = await readClosing(db);
  const late = closing ? days.filter((day) => day > closing.lastDay) : [];
  if (!closing || late.length === 0) return undefined;
  const day = formatDay(closing.lastDay);
  return { days: late, message: `Long After closes on ${day}. Please choose that day or an earlier one.` };
}
