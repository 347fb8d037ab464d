import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { AnswersGiven } from '../../../../shared/people/inquiries.ts';
import type { DayThatMatters, Recipient } from '../../../../shared/people/recipients.ts';
import type { Services } from '../../../platform/context.ts';
import type { Queryable, Tx } from '../../../platform/database.ts';
import { sendingChannels } from '../../outbox/messages/messages.ts';
import { contactOf } from './contacts.ts';
import { listAnswers } from './inquiries/links.ts';
import {
  type ProposedAddressRow,
  proposedAddresses,
  type RecipientRow,
  recipientDays,
} from './recipients.table.ts';
import { awaitsExplanation } from './trusted-contacts.ts';

export type RecipientEntry = RecipientRow & {
  days: DayThatMatters[];
  /** The new address that they proposed, for their owner to answer. */
  proposedAddress: ProposedAddressRow | null;
  /** What they answered when they were asked on the owner's behalf. */
  answers: AnswersGiven;
};

export const noAnswers: AnswersGiven = { address: null, trust: null };

/** Adds the days that matter to each of them, in the order of entry, and what they say about their address. */
export async function withDays(db: Queryable, rows: RecipientRow[]): Promise<RecipientEntry[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const days = await db
    .select()
    .from(recipientDays)
    .where(inArray(recipientDays.recipientId, ids))
    .orderBy(asc(recipientDays.id));
  const daysOf = Map.groupBy(days, ({ recipientId }) => recipientId);
  const proposed = await db
    .select()
    .from(proposedAddresses)
    .where(
      and(
        inArray(proposedAddresses.recipientId, ids),
        isNotNull(proposedAddresses.provedAt),
        isNull(proposedAddresses.endedAt),
      ),
    );
  const answers = await listAnswers(db, ids);
  const proposedBy = new Map(proposed.map((row) => [row.recipientId, row]));
  return rows.map((row) => ({
    ...row,
    days: (daysOf.get(row.id) ?? []).map(({ name, date }) => ({ name, date })),
    proposedAddress: proposedBy.get(row.id) ?? null,
    answers: answers.get(row.id) ?? noAnswers,
  }));
}

/** The entry as its owner sees it. */
export function toRecipient(
  services: Pick<Services, 'config'>,
  row: RecipientEntry,
): z.output<typeof Recipient> {
  const { disownedAt: at, disownedAddress: address, proposedAddress: proposed } = row;
  return {
    ...row,
    notForThem: at && address ? { at, address } : null,
    proposedAddress: proposed && {
      ...proposed,
      byGuardian: proposed.guardianId !== null,
      at: proposed.provedAt ?? proposed.createdAt,
    },
    reachedBy: contactOf(row, sendingChannels(services))?.channel ?? null,
    explanationPending: awaitsExplanation(services, row),
  };
}

/** Replaces the days of a recipient whom the caller has locked or created. */
export async function saveDays(tx: Tx, recipientId: string, days: DayThatMatters[]): Promise<void> {
  await tx.delete(recipientDays).where(eq(recipientDays.recipientId, recipientId));
  if (days.length === 0) return;
  await tx.insert(recipientDays).values(days.map((day) => ({ ...day, recipientId })));
}

/** Whether anything differs from `before`; omitted fields stay as they are. */
export function isNew(before: RecipientEntry, after: { [Name in keyof RecipientEntry]?: unknown }): boolean {
  return Object.entries(after).some(
    ([name, value]) =>
      value !== undefined && JSON.stringify(value) !== JSON.stringify(before[name as keyof RecipientEntry]),
  );
}
