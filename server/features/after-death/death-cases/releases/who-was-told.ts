import { and, eq, gte, inArray, isNotNull, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import { secondsAfter } from '../../../../platform/clock.ts';
import type { Queryable } from '../../../../platform/database.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { deliveryQueue, schedules } from '../../../delivery/deliveries/deliveries.table.ts';
import { hasLeft } from '../../../delivery/deliveries/state/state.ts';
import { physicalItems } from '../../../keepsakes/physical-items/physical-items.table.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { trustedAccess } from '../contacts/contacts.table.ts';
import { deathReports } from '../death-reports/death-reports.table.ts';
import { mergePeople, type ToldPerson } from './merge-people.ts';
import type { ReleaseRow } from './releases.table.ts';

export type ReleasePeriod = Pick<ReleaseRow, 'userId' | 'reportId' | 'releasedAt' | 'revokedAt'>;

/**
 * Everybody who heard from us, because of this release, that its owner had died, or may have: each person once, whatever they are to
 * the owner. The owner is not among them.
 */
export async function listTold(db: Queryable, release: ReleasePeriod): Promise<ToldPerson[]> {
  const [owner] = await db.select({ email: users.email }).from(users).where(eq(users.id, release.userId));
  const people = mergePeople([
    ...(await listReached(db, release)),
    ...(await listHandedOver(db, release)),
    ...(await listContacts(db, release)),
    ...(await listReporters(db, release)),
  ]);
  return people.filter(({ contact }) => contact?.address.toLowerCase() !== owner?.email.toLowerCase());
}

async function listReached(db: Queryable, release: ReleasePeriod) {
  const rows = await db
    .select({
      id: deliveryQueue.id,
      recipientId: deliveryQueue.recipientId,
      firstName: deliveryQueue.recipientFirstName,
      status: deliveryQueue.status,
      sentTo: deliveryQueue.sentTo,
      channel: deliveryQueue.channel,
      method: schedules.deliveryMethod,
      type: schedules.deliveryType,
      email: recipients.email,
      phone: recipients.phone,
    })
    .from(deliveryQueue)
    .innerJoin(schedules, eq(schedules.id, deliveryQueue.scheduleId))
    .leftJoin(recipients, eq(recipients.id, deliveryQueue.recipientId))
    .where(leftDuring(release))
    .orderBy(sql`${deliveryQueue.lastAttempt} desc`, deliveryQueue.id);
  return rows.map(({ id, firstName, status, sentTo, channel, method, type, ...row }) => ({
    ...row,
    firstName,
    sentTo: method === 'digital' && sentTo && channel ? { channel, address: sentTo } : null,
    role: type === 'on_death' ? ('recipient' as const) : ('dated' as const),
    onItsWay: status === 'sending' && sentTo === null ? { deliveryId: id } : null,
  }));
}

/** The clocks of two processes may differ by this much, see decision 15. */
const clockToleranceSeconds = 30;

/**
 * What left us between the release and its end. What is for after the death cannot have left before, so there the tolerance of the
 * clocks does no harm. Nobody was told by what came back.
 */
export function leftDuring({ userId, releasedAt, revokedAt }: ReleasePeriod): SQL | undefined {
  const { lastAttempt } = deliveryQueue;
  const fromAbout = secondsAfter(releasedAt, -clockToleranceSeconds);
  return and(
    eq(schedules.userId, userId),
    hasLeft,
    or(
      gte(lastAttempt, releasedAt),
      and(eq(schedules.deliveryType, 'on_death'), gte(lastAttempt, fromAbout)),
    ),
    revokedAt ? lte(lastAttempt, secondsAfter(revokedAt, clockToleranceSeconds)) : undefined,
    or(
      isNull(deliveryQueue.waitingReason),
      ne(deliveryQueue.waitingReason, 'bad_address'),
      isNotNull(deliveryQueue.openedAt),
    ),
  );
}

async function listHandedOver(db: Queryable, release: ReleasePeriod) {
  const rows = await db
    .select({
      recipientId: physicalItems.recipientId,
      firstName: recipients.firstName,
      email: recipients.email,
      phone: recipients.phone,
    })
    .from(physicalItems)
    .innerJoin(recipients, eq(recipients.id, physicalItems.recipientId))
    .where(handedOverDuring(release));
  return rows.map((row) => ({ ...row, sentTo: null, role: 'recipient' as const, onItsWay: null }));
}

/** Keepsakes on their way to somebody, or that have reached them since the release. */
export function handedOverDuring({ userId, releasedAt }: ReleasePeriod): SQL | undefined {
  return and(
    eq(physicalItems.userId, userId),
    isNull(physicalItems.returnRequestDate),
    or(
      eq(physicalItems.status, 'in_transit'),
      and(eq(physicalItems.status, 'delivered'), gte(physicalItems.deliveryDate, releasedAt)),
    ),
  );
}

async function listContacts(db: Queryable, { reportId }: ReleasePeriod) {
  const rows = await db
    .select({
      accessId: trustedAccess.id,
      recipientId: trustedAccess.recipientId,
      firstName: recipients.firstName,
      email: recipients.email,
      phone: recipients.phone,
      toldAt: trustedAccess.toldAt,
    })
    .from(trustedAccess)
    .innerJoin(recipients, eq(recipients.id, trustedAccess.recipientId))
    .where(eq(trustedAccess.reportId, reportId));
  return rows.map(({ toldAt, accessId, ...row }) => ({
    ...row,
    sentTo: null,
    role: 'contact' as const,
    onItsWay: toldAt ? null : { accessId },
  }));
}

/** Of the report that led to it, and of those whose reporters had been told that they were verified and not yet what became of them. */
async function listReporters(db: Queryable, { userId, reportId }: ReleasePeriod) {
  const isStillBelieved = and(
    eq(deathReports.userId, userId),
    isNotNull(deathReports.verifiedAt),
    isNull(deathReports.answeredAt),
    ne(deathReports.state, 'revoked'),
  );
  const rows = await db
    .select({ name: deathReports.reporterName, email: deathReports.reporterEmail })
    .from(deathReports)
    .where(or(eq(deathReports.id, reportId), isStillBelieved));
  return rows.map(({ name, email }) => ({
    recipientId: null,
    firstName: name,
    email,
    phone: null,
    sentTo: { channel: 'email' as const, address: email },
    role: 'reporter' as const,
    onItsWay: null,
  }));
}

/** Has it turned out that one of these messages left us? Undefined while one may still be leaving. */
export async function hasReachedOne(
  db: Queryable,
  release: ReleasePeriod,
  { deliveryIds, accessIds }: { deliveryIds: string[]; accessIds: string[] },
): Promise<boolean | undefined> {
  const told = and(inArray(trustedAccess.id, accessIds), isNotNull(trustedAccess.toldAt));
  if (accessIds.length > 0 && (await db.$count(trustedAccess, told)) > 0) return true;
  if (deliveryIds.length === 0) return false;
  const rows = await db
    .select({ status: deliveryQueue.status, sentTo: deliveryQueue.sentTo })
    .from(deliveryQueue)
    .innerJoin(schedules, eq(schedules.id, deliveryQueue.scheduleId))
    .where(and(inArray(deliveryQueue.id, deliveryIds), leftDuring(release)));
  if (rows.some(({ status, sentTo }) => status !== 'sending' || sentTo !== null)) return true;
  return rows.length > 0 ? undefined : false;
}
