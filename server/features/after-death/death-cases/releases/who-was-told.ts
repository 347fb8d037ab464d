import { and, eq, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../../../platform/database.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { deliveryQueue, schedules } from '../../../delivery/deliveries/deliveries.table.ts';
import { physicalItems } from '../../../keepsakes/physical-items/physical-items.table.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { trustedAccess } from '../contacts/contacts.table.ts';
import { deathReports } from '../death-reports/death-reports.table.ts';
import { handedOverDuring, leftDuring, type ReleasePeriod } from './left-during.ts';
import { mergePeople, type ToldPerson } from './merge-people.ts';

/**
 * Everybody who heard from us, because of this release, that its owner has died or may have died: each person
 * once, whatever their roles. The owner is not among them.
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

/** The reporters of the report that led to the release, and those who were told that theirs was verified but not yet what became of it. */
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
