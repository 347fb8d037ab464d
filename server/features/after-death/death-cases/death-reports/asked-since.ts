import { deletionGraceDays } from '../../../../../shared/accounts/time-limits.ts';
import { wholeDaysAfter } from '../../../../platform/clock.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import { deletionAskedAt } from '../../../accounts/profile/profile.ts';
import type { DeathReportRow } from './death-reports.table.ts';

/** Before the day of death, whatever the time zone; an owner who asks on the day itself is not told apart from an heir. */
const marginDays = 1;

/**
 * Whether the deletion of an account was asked for when its owner may have been dead already: by somebody else, therefore.
 * Undefined if the account is not being deleted.
 */
export function isAskedSince(
  account: UserRow | undefined,
  { dateOfDeath, isDateApproximate }: Pick<DeathReportRow, 'dateOfDeath' | 'isDateApproximate'>,
): boolean | undefined {
  const askedAt = account && deletionAskedAt(account);
  if (!askedAt) return undefined;
  const daysBefore = isDateApproximate ? deletionGraceDays : marginDays;
  return askedAt >= wholeDaysAfter(new Date(dateOfDeath), -daysBefore);
}
