import { exportAvailableHours } from '../../../../../shared/data-rights/account-export.ts';
import { dayOf, minutesAfter } from '../../../../platform/clock.ts';
import type { Queryable } from '../../../../platform/database.ts';
import { daysAfter } from '../../../../platform/local-time.ts';
import { readClosing } from '../../../system/closing/closing.ts';

/** During this many days before the last day of the service, an export stays available until that day. */
export const lastExportDays = 31;

/** Until when an export finished at `now` can be downloaded. */
export async function availableUntilOf(db: Queryable, now: Date): Promise<Date> {
  const usual = minutesAfter(now, exportAvailableHours * 60);
  const closing = await readClosing(db);
  if (!closing || daysAfter(closing.lastDay, -lastExportDays) > dayOf(now)) return usual;
  const end = new Date(`${closing.lastDay}T23:59:59.000Z`);
  return end > usual ? end : usual;
}
