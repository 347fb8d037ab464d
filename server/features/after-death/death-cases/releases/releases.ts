import { and, eq, inArray, isNotNull, notInArray, or, sql } from 'drizzle-orm';
import { minutesAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable, Tx } from '../../../../platform/database.ts';
import { readAgreedNow } from '../../../../platform/database-time.ts';
import { AppError } from '../../../../platform/errors.ts';
import { announce } from '../../../../platform/events.ts';
import { newId } from '../../../../platform/ids.ts';
import { memorialise } from '../../../accounts/auth/memorials/memorials.ts';
import { lockOwner } from '../../../accounts/profile/profile.ts';
import { closeCheckouts } from '../../../billing/payments/checkout-sessions/checkout-sessions.ts';
import { endSubscriptions } from '../../../billing/subscriptions/subscriptions.ts';
import {
  askStaffInstead,
  recordKnowing,
  resumeDeliveriesOfOwner,
} from '../../../delivery/deliveries/deliveries.ts';
import { lockSchedulesOfOwner, refreshDueAt } from '../../../delivery/deliveries/plan/plan.ts';
import { handOverItems } from '../../../keepsakes/physical-items/physical-items.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { waitForProposals } from '../../../people/recipients/recipients.ts';
import { record } from '../../../system/audit/audit.ts';
import { announceToStaff } from '../../../system/changes/changes.ts';
import { reporterAddresses } from '../contacts/reporting-contacts.ts';
import { deathReports } from '../death-reports/death-reports.table.ts';
import { endDeletion } from './end-deletion.ts';
import { releases } from './releases.table.ts';

export { countGone } from './what-went-out.ts';

interface NewRelease {
  userId: string;
  reportId: string;
}

/**
 * Releases what an owner left for after their death, and closes the account, all in `tx`. The ordinary sweep
 * finds what is due then within a second. Returns the release's id. 404 without the account, 409 if it is
 * already released, 503 while this process's clock differs from the database's.
 */
export async function release(tx: Tx, services: Services, { userId, reportId }: NewRelease): Promise<string> {
  const owner = await lockOwner(tx, userId);
  if (owner.memorialisedAt) throw new AppError('conflict', 'This account has been released already');
  const releasedAt = await readAgreedNow(tx, services.clock);
  if (!releasedAt) throw new AppError('unavailable', 'Nothing is released while the clocks differ');
  const { quietDays } = owner;
  const id = newId();
  await tx.insert(releases).values({ id, userId, reportId, releasedAt, quietDays });
  const { diedOn, knowing } = await readNews(tx, { userId, reportId });
  await memorialise(tx, services, userId, { at: releasedAt, diedOn });
  await endDeletion(tx, services, owner, { reportId, at: releasedAt });
  await recordKnowing(tx, services, knowing);
  await closeCheckouts(tx, services, owner);
  await endSubscriptions(tx, services, userId, 'death');
  await refreshDueAt(tx, await lockSchedulesOfOwner(tx, userId));
  await resumeDeliveriesOfOwner(tx, services, userId);
  const { addressChangeHours } = services.config.deathReports;
  await waitForProposals(tx, userId, minutesAfter(releasedAt, addressChangeHours * 60));
  await handOverItems(tx, services, userId, releasedAt);
  await askStaffInstead(tx, services, userId);
  await announce(tx, userId, ['schedules', 'stats']);
  await record(tx, releasedAt, {
    action: 'release.made',
    actor: 'system',
    userId,
    subjectId: id,
    details: { reportId, quietDays },
  });
  await announceToStaff(tx);
  return id;
}

/**
 * When the reported owner died, if the exact day is known, and which recipients know of it without a letter: trusted
 * contacts, to whom we write at the release, and people who reported it, in this report or in another that still stands.
 */
export async function readNews(
  db: Queryable,
  { userId, reportId }: { userId: string; reportId: string },
): Promise<{ diedOn: string | null; knowing: string[] }> {
  const [report] = await db.select().from(deathReports).where(eq(deathReports.id, reportId));
  const { email, secondEmail, phone } = recipients;
  const isReached = or(isNotNull(email), isNotNull(secondEmail), isNotNull(phone));
  const reporters = await listReporters(db, userId);
  const hasReported = or(
    inArray(sql`lower(${email})`, reporters),
    inArray(sql`lower(${secondEmail})`, reporters),
  );
  const rows = await db
    .select({ id: recipients.id })
    .from(recipients)
    .where(
      and(
        eq(recipients.userId, userId),
        or(and(eq(recipients.trustedContact, true), isReached), hasReported),
      ),
    );
  return {
    diedOn: report && !report.isDateApproximate ? report.dateOfDeath : null,
    knowing: rows.map(({ id }) => id),
  };
}

/** The addresses of everybody who reported this death. If a report came to nothing, the death is news to its reporter too. */
async function listReporters(db: Queryable, userId: string): Promise<string[]> {
  const reports = await db
    .select()
    .from(deathReports)
    .where(
      and(
        eq(deathReports.userId, userId),
        notInArray(deathReports.state, ['draft', 'rejected', 'closed', 'revoked']),
      ),
    );
  const addresses: string[] = [];
  for (const report of reports) addresses.push(...(await reporterAddresses(db, report)));
  return addresses.map((address) => address.toLowerCase());
}
