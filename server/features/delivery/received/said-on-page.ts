import { and, asc, desc, eq, isNotNull, isNull, or } from 'drizzle-orm';
import type { z } from 'zod';
import type {
  ProposedAddress,
  ReceivedAct,
  ReplyReader,
  SaidOnPage,
} from '../../../../shared/delivery/received-acts.ts';
import { carriesLink } from '../../../../shared/outbox/channels.ts';
import type { Queryable } from '../../../platform/database.ts';
import { isNameOnly } from '../../accounts/profile/profile.ts';
import {
  type ProposedAddressRow,
  proposedAddresses,
  recipients,
} from '../../people/recipients/recipients.table.ts';
import { deliveryQueue } from '../deliveries/deliveries.table.ts';
import { isCurrent, type Page } from './pages.ts';
import { receivedReminders } from './received.table.ts';

/** What a recipient has said through their page, and what they can say. */
export async function readSaid(
  db: Queryable,
  page: Page,
  ownerDied: boolean,
): Promise<z.output<typeof SaidOnPage>> {
  const { owner, recipient, delivery } = page;
  const can = actsOn(page);
  const replyReadBy = readerOf(page, ownerDied);
  const mine = isCurrent(page) ? recipient : null;
  return {
    can,
    replyReadBy,
    familyReaders: replyReadBy === 'family' ? await listReaders(db, owner.id, recipient?.id) : [],
    remindOn: mine && !mine.declinedAt ? await findReminder(db, page, mine.id) : null,
    remindBy: can.includes('remind') && carriesLink(delivery.channel) ? delivery.channel : null,
    declinedAt: mine?.declinedAt ?? null,
    address: mine ? await findProposed(db, mine.id) : null,
  };
}

/** An erased account leaves only a name and what was given: nobody reads a reply, and nothing more comes. */
export function actsOn(page: Page): ReceivedAct[] {
  const { owner, recipient } = page;
  if (isNameOnly(owner)) return [];
  if (!recipient) return ['reply'];
  if (!isCurrent(page)) return ['reply', 'not-me'];
  return recipient.declinedAt
    ? ['reply', 'decline', 'not-me', 'address']
    : ['reply', 'remind', 'decline', 'not-me', 'address'];
}

/** Somebody who was told of the death by us writes for the family. */
export function readerOf({ owner }: Page, ownerDied: boolean): ReplyReader {
  if (isNameOnly(owner)) return 'nobody';
  return ownerDied ? 'family' : 'owner';
}

async function listReaders(
  db: Queryable,
  userId: string,
  recipientId: string | undefined,
): Promise<string[]> {
  const rows = await db
    .select({ id: recipients.id, firstName: recipients.firstName })
    .from(recipients)
    .where(and(eq(recipients.userId, userId), eq(recipients.trustedContact, true)))
    .orderBy(asc(recipients.id));
  return rows.filter(({ id }) => id !== recipientId).map(({ firstName }) => firstName);
}

/** Null if it will not be sent, since they are no longer reached where they asked for it. */
async function findReminder(db: Queryable, page: Page, recipientId: string): Promise<string | null> {
  const { remindOn, sentAt } = receivedReminders;
  const [row] = await db
    .select({ on: remindOn, sentTo: deliveryQueue.sentTo })
    .from(receivedReminders)
    .innerJoin(deliveryQueue, eq(deliveryQueue.id, receivedReminders.deliveryId))
    .where(and(eq(receivedReminders.recipientId, recipientId), isNull(sentAt)));
  return row && isCurrent({ ...page, address: row.sentTo ?? page.address }) ? row.on : null;
}

/** The latest one, unless they have taken it back. */
async function findProposed(
  db: Queryable,
  recipientId: string,
): Promise<z.output<typeof ProposedAddress> | null> {
  const { createdAt, endedAt, outcome, inForceFrom, provedAt } = proposedAddresses;
  const isAnswered = and(isNotNull(provedAt), or(isNotNull(inForceFrom), eq(outcome, 'refused')));
  const [row] = await db
    .select()
    .from(proposedAddresses)
    .where(and(eq(proposedAddresses.recipientId, recipientId), or(isNull(endedAt), isAnswered)))
    .orderBy(desc(createdAt))
    .limit(1);
  return row ? { ...row, state: stateOf(row), proposedAt: row.createdAt, from: row.inForceFrom } : null;
}

function stateOf({ outcome, provedAt }: ProposedAddressRow): z.output<typeof ProposedAddress>['state'] {
  if (outcome === 'refused') return 'refused';
  if (outcome === 'agreed' || outcome === 'handed-over') return 'made';
  return provedAt ? 'asked' : 'code-sent';
}
