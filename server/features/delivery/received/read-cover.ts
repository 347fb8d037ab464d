import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { ReceivedCover, WaitingMemory } from '../../../../shared/delivery/received.ts';
import type { Queryable } from '../../../platform/database.ts';
import { requireFound } from '../../../platform/errors.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { recipients } from '../../people/recipients/recipients.table.ts';
import { findKnownDevice } from './devices.ts';
import { deliveriesOf, findDelivery, ownFirst, type SentDelivery, shownOf } from './sent-deliveries.ts';

type Cover = z.output<typeof ReceivedCover>;

/** Who left something for whom, and of what kind, but not what. Changes nothing, since mail scanners follow the link too. */
export async function readCover(db: Queryable, token: string, secret: string | undefined): Promise<Cover> {
  const delivery = await findDelivery(db, token);
  const [owner] = await db
    .select({ firstName: users.firstName, relationship: recipients.ownerRelationship })
    .from(users)
    .leftJoin(recipients, eq(recipients.id, sql`${delivery.recipientId}::uuid`))
    .where(eq(users.id, delivery.userId));
  const { firstName, relationship } = requireFound(owner);
  const isClosed = delivery.releaseRevokedAt !== null;
  const device = await findKnownDevice(db, delivery.id, secret);
  const codeNeeded = !isClosed && delivery.openedAt !== null && !device;
  const together = isClosed ? [] : ownFirst(await deliveriesOf(db, delivery), delivery);
  const waiting = together.filter((each) => isWaiting(each, device?.createdAt));
  const isTold = !isClosed && !codeNeeded;
  return {
    ownerFirstName: firstName,
    ownerRelationship: isTold ? relationship : null,
    recipientFirstName: delivery.recipientFirstName,
    memoriesWaiting: waiting.length,
    memories: isTold ? waiting.flatMap(toWaiting) : [],
    ...{ opened: [], byPost: [], ownerDied: false, ownerDiedOn: null, more: 'nothing', said: null },
    notForMe: null,
    codeNeeded,
    leftFor: isTold ? delivery.leftFor : null,
    openedAt: delivery.openedAt,
    closed: isClosed,
  };
}

/** What a known device was shown at its first Open is found open there ever after. */
function isWaiting({ openedAt, deliveredAt }: SentDelivery, shownAt: Date | undefined): boolean {
  const wasShownHere = shownAt !== undefined && deliveredAt !== null && deliveredAt <= shownAt;
  return openedAt === null && !wasShownHere;
}

/** Nothing for a memory that was taken back or is being checked. */
function toWaiting(delivery: SentDelivery): z.output<typeof WaitingMemory>[] {
  const shown = shownOf(delivery);
  const { id, deliveredAt, dueAt } = delivery;
  return shown?.isApproved ? [{ ...shown, id, deliveredAt: deliveredAt ?? dueAt }] : [];
}
