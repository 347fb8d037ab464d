import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Services } from '../../platform/context.ts';
import type { Database } from '../../platform/database.ts';
import { spokenWallClock } from '../../platform/local-time.ts';
import { users } from '../accounts/accounts.table.ts';
import { memories } from '../memories/memories.table.ts';
import { recipients } from '../recipients/recipients.table.ts';
import { schedules } from '../schedules/schedules.table.ts';
import { addressNeededMail, arrivalUnknownMail, deliveredMail } from './deliveries.mail.tsx';
import { deliveryQueue } from './deliveries.table.ts';

/**
 * Tells the owners that everybody of a schedule has it, once, if they want to be told. One that fails does not keep the
 * others waiting; it fails the whole at the end, and only what is left is done again.
 */
export async function tellOwnersOfDeliveries(
  db: Database,
  services: Services,
  scheduleIds: string[],
): Promise<void> {
  await settleUnwanted(db, services, scheduleIds);
  const untold = await db.execute<{ id: string }>(sql`
    select id from schedules
    where id = any(${sql.param(scheduleIds)}::uuid[]) and is_delivered and owner_told_at is null order by id`);
  const faults: unknown[] = [];
  for (const { id } of untold.rows) {
    await tellOwner(db, services, id).catch((error) => faults.push(error));
  }
  if (faults.length > 0) throw faults[0];
}

/** In one statement, however many owners want no confirmation. */
async function settleUnwanted(
  db: Database,
  { clock }: Pick<Services, 'clock'>,
  scheduleIds: string[],
): Promise<void> {
  await db.execute(sql`
    update schedules s set owner_told_at = ${clock.now().toISOString()} from users u
    where s.id = any(${sql.param(scheduleIds)}::uuid[]) and s.is_delivered and s.owner_told_at is null
      and u.id = s.user_id and not (u.email_notifications and u.delivery_notifications)`);
}

async function tellOwner(db: Database, services: Services, scheduleId: string): Promise<void> {
  const [row] = await db
    .select({ schedule: schedules, owner: users, title: memories.title })
    .from(schedules)
    .innerJoin(users, eq(users.id, schedules.userId))
    .leftJoin(memories, eq(memories.id, schedules.memoryId))
    .where(and(eq(schedules.id, scheduleId), eq(schedules.isDelivered, true), isNull(schedules.ownerToldAt)));
  if (!row) return;
  const { owner, schedule } = row;
  if (owner.emailNotifications && owner.deliveryNotifications) {
    const { config, mailer } = services;
    const content = await deliveredMail({
      ownerName: owner.firstName,
      title: row.title ?? 'A memory',
      recipientNames: await namesOf(db, scheduleId),
      deliveredAt: spokenWallClock(schedule.deliveredAt ?? services.clock.now(), schedule.timezone),
      link: `${config.publicUrl}/schedule`,
    });
    await mailer.send({
      ...content,
      messageId: `delivered.${scheduleId}@${hostOf(config.publicUrl)}`,
      to: owner.email,
    });
  }
  await db.update(schedules).set({ ownerToldAt: services.clock.now() }).where(eq(schedules.id, scheduleId));
}

/** Asks the owner for an address that works, where they have not been asked yet. Each attempt that fails that way asks once. */
export async function askOwnerForAddress(
  db: Database,
  services: Services,
  deliveryId: string,
): Promise<void> {
  const [row] = await db
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
  const { config, mailer } = services;
  const mayHaveArrived = row.reason === 'outcome_unknown';
  const content = await (mayHaveArrived ? arrivalUnknownMail : addressNeededMail)({
    ownerName: row.owner.firstName,
    recipientName: row.recipient.firstName,
    link: `${config.publicUrl}/recipients?edit=${row.recipient.id}`,
  });
  const kind = mayHaveArrived ? 'arrival-unknown' : 'address-needed';
  const messageId = `${kind}.${deliveryId}.${row.attempt}@${hostOf(config.publicUrl)}`;
  await mailer.send({ ...content, messageId, to: row.owner.email });
  await db
    .update(deliveryQueue)
    .set({ ownerToAskSince: null })
    .where(and(eq(deliveryQueue.id, deliveryId), eq(deliveryQueue.attemptCount, row.attempt)));
}

async function namesOf(db: Database, scheduleId: string): Promise<string> {
  const rows = await db
    .select({ name: deliveryQueue.recipientFirstName })
    .from(deliveryQueue)
    .where(eq(deliveryQueue.scheduleId, scheduleId));
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(rows.map((row) => row.name));
}

function hostOf(publicUrl: string): string {
  return new URL(publicUrl).hostname;
}
