import { type SQL, sql } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { isThoughtAlive } from '../../../after-death/death-cases/death-reports/death-reports.ts';
import { memories } from '../../../memories/memories/memories.table.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';

/**
 * SQL: whether the yearly mail may go to a row of `users`. Not while anybody says that they have died, nor to somebody who is
 * leaving, cannot sign in, has not confirmed their address or wants no reminders, nor to staff who keep nothing here.
 */
export function mayBeWritten({ config }: Pick<Services, 'config'>): SQL {
  const isVerified = config.mail.kind === 'mailbox' ? sql`true` : sql`${users.emailVerifiedAt} is not null`;
  return sql`(
    ${users.emailNotifications} and ${users.reminderNotifications} and ${isVerified}
    and ${users.memorialisedAt} is null and ${users.deletionRequestedAt} is null and ${users.suspendedAt} is null
    and ${isThoughtAlive}
    and (not ${users.isAdmin}
      or exists (select from ${memories} where ${memories.userId} = ${users.id})
      or exists (select from ${recipients} where ${recipients.userId} = ${users.id})))`;
}
