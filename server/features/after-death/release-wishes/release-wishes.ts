import { and, eq, gt, or, type SQL } from 'drizzle-orm';
import type { Services } from '../../../platform/context.ts';
import type { Queryable } from '../../../platform/database.ts';
import { agreedNow } from '../../../platform/database-time.ts';
import { findWishes } from './read-wishes.ts';
import { releaseWishes } from './release-wishes.table.ts';
import { inForce } from './strictness.ts';

export { findWishes } from './read-wishes.ts';
export { consumeStoppingCode, findStoppingCode } from './stopping-codes.ts';

/** How many hours a window of this owner lasts if it begins at `now`: never fewer than the default. */
export async function objectionHoursOf(
  db: Queryable,
  { config }: Pick<Services, 'config'>,
  userId: string,
  now: Date,
): Promise<number> {
  const wishes = await findWishes(db, userId);
  const days = wishes ? inForce(wishes, now).objectionDays : null;
  return Math.max(config.deathReports.objectionHours, (days ?? 0) * 24);
}

/** SQL on `release_wishes`: reports are wanted only from trusted contacts. The same condition as `inForce`. */
export function wantsNamedReporters({ clock }: Pick<Services, 'clock'>): SQL | undefined {
  return or(
    eq(releaseWishes.reporters, 'trusted_contacts'),
    and(
      eq(releaseWishes.stricterReporters, 'trusted_contacts'),
      gt(releaseWishes.stricterUntil, agreedNow(clock)),
    ),
  );
}
