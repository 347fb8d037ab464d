import { formatDay } from '../../../../shared/dates.ts';
import type { Queryable } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { isStaffAbsent } from '../../accounts/staff/staff.ts';
import { readClosing } from '../../system/closing/closing.ts';
import type { CheckoutPurpose } from './checkout-sessions/checkout-sessions.table.ts';

/** What is paid because something is owed, or to get a thing back: that goes on to the end. */
const alwaysPayable: ReadonlySet<CheckoutPurpose> = new Set(['arrears', 'return-fee']);

const nobodyHere = 'Nothing can be bought here at the moment. Nothing was ordered.';

/** Why nothing new is sold at present, in a sentence; undefined while it is. */
export async function readSalesStop(db: Queryable): Promise<string | undefined> {
  const closing = await readClosing(db);
  if (!closing) return (await isStaffAbsent(db)) ? nobodyHere : undefined;
  return `Long After closes on ${formatDay(closing.lastDay)}, so nothing new is sold. Nothing was ordered.`;
}

/** 409 while nothing new is sold, unless it is for something else. */
export async function requireSelling(db: Queryable, purpose?: CheckoutPurpose): Promise<void> {
  if (purpose && alwaysPayable.has(purpose)) return;
  const stop = await readSalesStop(db);
  if (stop) throw new AppError('conflict', stop);
}
