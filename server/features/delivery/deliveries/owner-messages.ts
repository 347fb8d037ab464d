import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { listNames } from '../../../../shared/list-names.ts';
import { tryAdvisoryLock } from '../../../platform/advisory-lock.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/database.ts';
import { spokenWallClock } from '../../../platform/local-time.ts';
import { MessageFault, type OutgoingMail } from '../../../platform/mail/mail.ts';
import { users } from '../../accounts/accounts/accounts.table.ts';
import { memories } from '../../memories/memories/memories.table.ts';
import { recipients } from '../../people/recipients/recipients.table.ts';
import { schedules } from '../schedules/schedules.table.ts';
import {
  addressNeededMail,
  arrivalUnknownMail,
  deliveredLateMail,
  deliveredMail,
} from './deliveries.mail.tsx';
import { deliveryQueue } from './deliveries.table.ts';
import { tellOwnersLater } from './finish.ts';
import { secondsLate } from './lateness.ts';

/**
 * A mail server may think about each mail for minutes, and a job that takes longer than it may is given to somebody else
 * while it goes on: after this long no further mail is begun, so that the longest still fits.
 */
export const tellingMinutes = 4;

/**
 * Tells the owners that everybody of a schedule has it, once, if they want to be told. One that fails does not keep the
 * others waiting; it fails the whole at the end, and only what is left is done again. What takes too long is left to
 * another job.
 */
export async function tellOwnersOfDeliveries(services: Services, scheduleIds: string[]): Promise<void> {
  const { db } = services;
  await settleUnwanted(services, scheduleIds);
  const untold = await db.execute<{ id: string }>(sql`
    select id from schedules
    where id = any(${sql.param(scheduleIds)}::uuid[]) and is_delivered and owner_told_at is null order by id`);
  const ids = untold.rows.map(({ id }) => id);
  const end = minutesAfter(services.clock.now(), tellingMinutes);
  const faults: unknown[] = [];
  for (const [done, id] of ids.entries()) {
    if (services.clock.now() >= end) {
      await inTransaction(db, (tx) => tellOwnersLater(tx, services, ids.slice(done)));
      break;
    }
    await inTransaction(db, (tx) => tellOwner(tx, services, id)).catch((error) => faults.push(error));
  }
  if (faults.length > 0) throw faults[0];
}

/** In one statement, however many owners want no confirmation. */
async function settleUnwanted(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  scheduleIds: string[],
): Promise<void> {
  await db.execute(sql`
    update schedules s set owner_told_at = ${clock.now().toISOString()} from users u
    where s.id = any(${sql.param(scheduleIds)}::uuid[]) and s.is_delivered and s.owner_told_at is null
      and u.id = s.user_id and not (u.email_notifications and u.delivery_notifications)`);
}

async function tellOwner(tx: Tx, services: Services, scheduleId: string): Promise<void> {
  if (!(await tryAdvisoryLock(tx, `tell-owner:${scheduleId}`))) return;
  const [row] = await tx
    .select({ schedule: schedules, owner: users, title: memories.title })
    .from(schedules)
    .innerJoin(users, eq(users.id, schedules.userId))
    .leftJoin(memories, eq(memories.id, schedules.memoryId))
    .where(and(eq(schedules.id, scheduleId), eq(schedules.isDelivered, true), isNull(schedules.ownerToldAt)));
  if (!row) return;
  const { owner, schedule } = row;
  if (owner.emailNotifications && owner.deliveryNotifications) {
    const { config } = services;
    const { names, lastAt, lateSince } = await deliveriesOf(tx, scheduleId);
    const inWords = (instant: Date) => spokenWallClock(instant, schedule.timezone);
    const values = {
      ownerName: owner.firstName,
      title: row.title ?? 'A memory',
      recipientNames: names,
      deliveredAt: inWords(lastAt ?? services.clock.now()),
      link: `${config.publicUrl}/schedule`,
    };
    const content = await (lateSince
      ? deliveredLateMail({ ...values, dueAt: inWords(lateSince) })
      : deliveredMail(values));
    await sendToOwner(services, {
      ...content,
      messageId: `delivered.${scheduleId}@${hostOf(config.publicUrl)}`,
      to: owner.email,
    });
  }
  await tx.update(schedules).set({ ownerToldAt: services.clock.now() }).where(eq(schedules.id, scheduleId));
}

/** Asks the owner for an address that works, where they have not been asked yet. Each attempt that fails that way asks once. */
export function askOwnerForAddress(services: Services, deliveryId: string): Promise<void> {
  return inTransaction(services.db, (tx) => ask(tx, services, deliveryId));
}

async function ask(tx: Tx, services: Services, deliveryId: string): Promise<void> {
  if (!(await tryAdvisoryLock(tx, `ask-owner:${deliveryId}`))) return;
  const [row] = await tx
    .select({
      owner: users,
      recipient: recipients,
      attempt: deliveryQueue.attemptCount,
      reason: deliveryQueue.waitingReason,
    })
    .from(deliveryQueue)
    .innerJoin(users, eq(users.id, deliveryQueue.userId))
    .innerJoin(recipients, eq(recipients.id, deliveryQueue.recipientId))
    .where(and(eq(deliveryQueue.id, deliveryId), isNotNull(deliveryQueue.ownerToAskSince)));
  if (!row) return;
  const { config } = services;
  const mayHaveArrived = row.reason === 'outcome_unknown';
  const content = await (mayHaveArrived ? arrivalUnknownMail : addressNeededMail)({
    ownerName: row.owner.firstName,
    recipientName: row.recipient.firstName,
    link: `${config.publicUrl}/recipients?edit=${row.recipient.id}`,
  });
  const kind = mayHaveArrived ? 'arrival-unknown' : 'address-needed';
  const messageId = `${kind}.${deliveryId}.${row.attempt}@${hostOf(config.publicUrl)}`;
  await sendToOwner(services, { ...content, messageId, to: row.owner.email });
  await tx
    .update(deliveryQueue)
    .set({ ownerToAskSince: null })
    .where(and(eq(deliveryQueue.id, deliveryId), eq(deliveryQueue.attemptCount, row.attempt)));
}

/** Throws where another try is worth it. What was refused for good, or may have arrived, is in the schedule to be read. */
async function sendToOwner({ mailer, log }: Services, mail: OutgoingMail): Promise<void> {
  try {
    await mailer.send(mail);
  } catch (error) {
    if (!(error instanceof MessageFault) || error.kind === 'temporary') throw error;
    const { kind, message } = error;
    log.warn(
      { messageId: mail.messageId, fault: kind, reply: message },
      'a mail to an owner is not sent again',
    );
  }
}

interface Deliveries {
  names: string;
  lastAt: Date | undefined;
  lateSince?: Date;
}

/** Whom a schedule went to and when the last of it went, and the instant for which one of them had it late. */
async function deliveriesOf(tx: Tx, scheduleId: string): Promise<Deliveries> {
  const rows = await tx
    .select({
      name: deliveryQueue.recipientFirstName,
      dueAt: deliveryQueue.dueAt,
      deliveredAt: deliveryQueue.deliveredAt,
    })
    .from(deliveryQueue)
    .where(eq(deliveryQueue.scheduleId, scheduleId))
    .orderBy(deliveryQueue.deliveredAt);
  const names = listNames(rows.map((row) => row.name));
  const late = rows.find(({ dueAt, deliveredAt }) => deliveredAt && secondsLate(dueAt, deliveredAt));
  return { names, lastAt: rows.at(-1)?.deliveredAt ?? undefined, ...(late && { lateSince: late.dueAt }) };
}

function hostOf(publicUrl: string): string {
  return new URL(publicUrl).hostname;
}
