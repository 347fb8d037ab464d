import { eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import { fullNameOf } from '../../../../shared/names.ts';
import type { ErasureWait, Person, PersonAct } from '../../../../shared/staff/people.ts';
import type { Services } from '../../../platform/context.ts';
import type { Queryable } from '../../../platform/database.ts';
import { requireFound } from '../../../platform/errors.ts';
import { listSessions } from '../../accounts/auth/sessions/sessions.ts';
import { type UserRow, users } from '../../accounts/profile/profile.table.ts';
import { erasedAfter, isEmailVerified } from '../../accounts/profile/profile.ts';
import { lastPaidPeriod } from '../../billing/payments/checkout-sessions/checkout-sessions.ts';
import { deliveryQueue } from '../../delivery/deliveries/deliveries.table.ts';
import { countStoppedOf } from '../../delivery/deliveries/figures/figures.ts';
import { listRecipients } from '../../people/recipients/recipients.ts';
import { listRecipientEntries, listStaffEntries } from '../../system/audit/audit.ts';
import { canSignIn } from './person-actions.ts';

/** The member of staff who is looking, and their session. */
export interface Viewer {
  id: string;
  sessionId: string;
}

/** What holds up the erasure of an account whose deletion was asked for; passed in by wiring.ts. */
export type FindErasureWait = (
  services: Pick<Services, 'db' | 'clock' | 'payments'>,
  userId: string,
) => Promise<ErasureWait | null>;

/** What staff may know of an account. 404 if there is none. */
export async function loadPerson(
  services: Pick<Services, 'db' | 'clock' | 'config' | 'payments'>,
  userId: string,
  viewer: Viewer,
  findErasureWait: FindErasureWait,
): Promise<z.output<typeof Person>> {
  const { db, clock } = services;
  const [row] = await db.select().from(users).where(eq(users.id, userId));
  const person = requireFound(row, 'This person');
  const [sessions, stoppedDeliveries, billingPeriod, entries, recipientActivity] = await Promise.all([
    listSessions(db, clock.now(), userId, viewer.sessionId),
    countStoppedOf(db, userId),
    lastPaidPeriod(db, userId),
    listStaffEntries(db, userId),
    readRecipientActivity(db, userId),
  ]);
  const { suspendedAt, suspendedBy, suspensionReason } = person;
  const names = await namesOf(db, [suspendedBy, ...entries.map(({ actor }) => actor)]);
  return {
    ...person,
    emailVerified: isEmailVerified(services, person),
    erasedAfter: erasedAfter(person),
    erasureWaits: person.deletionRequestedAt && (await findErasureWait(services, userId)),
    suspension: suspendedAt && {
      by: (suspendedBy && names.get(suspendedBy)) || null,
      reason: suspensionReason ?? '',
    },
    sessions,
    stoppedDeliveries,
    billingPeriod,
    activity: entries.map(({ actor, ...entry }) => ({ ...entry, by: names.get(actor) ?? null })),
    recipientActivity,
    acts: actsOn(person, viewer, sessions.length > 0),
  };
}

async function readRecipientActivity(db: Queryable, userId: string) {
  const [entries, book] = await Promise.all([listRecipientEntries(db, userId), listRecipients(db, userId)]);
  const subjects = entries.flatMap(({ subjectId }) => subjectId ?? []);
  const deliveries = await db
    .select({ id: deliveryQueue.id, recipientId: deliveryQueue.recipientId })
    .from(deliveryQueue)
    .where(inArray(deliveryQueue.id, subjects));
  const recipientOf = new Map(deliveries.map(({ id, recipientId }) => [id, recipientId]));
  const nameOf = new Map(book.map((recipient) => [recipient.id, fullNameOf(recipient)]));
  return entries.map(({ subjectId, ...entry }) => {
    const recipientId = recipientOf.get(subjectId ?? '') ?? subjectId;
    return { ...entry, recipient: nameOf.get(recipientId ?? '') ?? null };
  });
}

/** What `viewer` may do to this account in its present state. */
function actsOn(person: UserRow, viewer: Viewer, isSignedIn: boolean): PersonAct[] {
  const { isAdmin, suspendedAt, deletionRequestedAt, emailVerifiedAt } = person;
  const isOpen = canSignIn(person);
  const isOwn = person.id === viewer.id;
  const may: Record<PersonAct, boolean> = {
    'send-verification': !emailVerifiedAt && !deletionRequestedAt && isOpen,
    'end-sessions': isSignedIn,
    suspend: isOpen && !isAdmin,
    'let-in': suspendedAt !== null,
    'grant-staff': !isAdmin && isOpen && !deletionRequestedAt && !isOwn,
    'withdraw-staff': isAdmin && !isOwn,
  };
  return (Object.keys(may) as PersonAct[]).filter((act) => may[act]);
}

async function namesOf(
  db: Queryable,
  ids: readonly (string | null)[],
): Promise<Map<string, { id: string; name: string }>> {
  const people = ids.filter((id) => id !== null && id !== 'system').map(String);
  const rows = await db
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(inArray(users.id, [...new Set(people)]));
  return new Map(rows.map((row) => [row.id, { id: row.id, name: fullNameOf(row) }]));
}
