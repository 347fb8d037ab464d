import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { fullNameOf, listNames } from '../../../../shared/names.ts';
import type { RecipientDeleted } from '../../../../shared/people/recipients.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { announce } from '../../../platform/events.ts';
import type { UserRow } from '../../accounts/profile/profile.table.ts';
import { record } from '../../system/audit/audit.ts';
import { listGuardedBy } from './named-people.ts';
import { listWaiting, type MeantFor } from './recipient-reach.ts';
import { type RecipientRow, recipients } from './recipients.table.ts';
import { lockRecipient, type ScheduledDeliveries } from './recipients.ts';

type Deleted = z.output<typeof RecipientDeleted>;

const maxNamed = 3;

/** Deletes a recipient. 409 if anything is scheduled or kept for them, or they are somebody's guardian, naming it; 404 if not the owner's. */
export function deleteRecipient(
  services: Services,
  meantFor: MeantFor,
  owner: UserRow,
  id: string,
): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    const recipient = await lockRecipient(tx, owner.id, id);
    const waiting = await listWaiting(tx, meantFor, id, services.clock.now());
    if (waiting.length > 0) throw new AppError('conflict', refusalText(recipient, waiting));
    const guarded = await listGuardedBy(tx, id);
    if (guarded.length > 0) throw new AppError('conflict', guardianText(recipient, guarded));
    await deleteRow(tx, services, owner, id);
  });
}

/** Deletes a recipient and removes them from their schedules; returns the schedules left without recipients. */
export function deleteRecipientEverywhere(
  services: Services,
  scheduled: ScheduledDeliveries,
  owner: UserRow,
  id: string,
): Promise<Deleted> {
  return inTransaction(services.db, async (tx) => {
    await scheduled.lock(tx, id);
    await lockRecipient(tx, owner.id, id);
    const deliveries = await scheduled.list(tx, id);
    const withoutRecipients = await scheduled.withdraw(tx, services, owner.id, id);
    await deleteRow(tx, services, owner, id);
    const schedulesWithNobody = deliveries
      .filter((schedule) => withoutRecipients.has(schedule.id))
      .map(({ id, memoryTitle, deliveryDate }) => ({
        id,
        memoryTitle: memoryTitle ?? 'A memory',
        deliveryDate,
      }));
    return { schedulesWithNobody };
  });
}

async function deleteRow(tx: Tx, { clock }: Services, owner: UserRow, id: string): Promise<void> {
  await tx.delete(recipients).where(eq(recipients.id, id));
  await record(tx, clock.now(), {
    action: 'recipient.deleted',
    actor: owner.id,
    userId: owner.id,
    subjectId: id,
  });
  await announce(tx, owner.id, ['recipients', 'memories', 'schedules', 'physical-items', 'stats']);
}

function refusalText(recipient: RecipientRow, meant: string[]): string {
  const named = meant.slice(0, maxNamed);
  const more = meant.length - named.length;
  if (more > 0) named.push(`${more} more`);
  const list = listNames(named);
  return `${fullNameOf(recipient)} is still to receive ${list}. Choose someone else for it first, or remove ${recipient.firstName} anyway.`;
}

function guardianText({ firstName }: RecipientRow, guarded: string[]): string {
  return `${firstName} has a say in what ${listNames(guarded)} receives. Choose somebody else for that first, or remove ${firstName} anyway.`;
}
