import { formatDay } from '../../../../shared/dates.ts';
import type { Queryable } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { isStaffAbsent } from '../../accounts/auth/staff/staff.ts';
import { readClosing } from '../../system/closing/closing.ts';
import type { CheckoutPurpose } from './checkout-sessions/checkout-sessions.table.ts';

/** Payments of something owed, or to get something back: these go on to the end. */
const alwaysPayable: ReadonlySet<CheckoutPurpose> = new Set(['arrears', 'return-fee']);

const nobodyHere = 'Nothing can be bought here at the moment. Nothing was ordered.';

/** A sentence on why nothing new is sold at present; undefined while it is. */
export async function readSalesStop(db: Queryable): Promise<string | undefined> {
  const closing = await readClosing(db);
  if (!closing) return (await isStaffAbsent(db)) ? nobodyHere : undefined;
  return `Long After closes on ${formatDay(closing.lastDay)}, so nothing new is sold. Nothing was ordered.`;
}

/** 409 while nothing new is sold, unless `purpose` is always payable. */
export async function requireSelling(db: Queryable, purpose?: CheckoutPurpose): Promise<void> {
  if (purpose && alwaysPayable.has(purpose)) return;
  const stop = await readSalesStop(db);
  if (stop) throw new AppError('conflict', stop);
}
