import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, notInArray } from 'drizzle-orm';
import { minutesAfter, wholeDaysAfter } from '../../../platform/clock.ts';
import { codeMinutes, codeTries, isCodeOpen } from '../../../platform/codes.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Queryable, type Tx } from '../../../platform/database.ts';
import { AppError, requireFound } from '../../../platform/errors.ts';
import { announce } from '../../../platform/events.ts';
import { type UserRow, users } from '../../accounts/profile/profile.table.ts';
import { enqueueMail } from '../../outbox/messages/mails/mails.ts';
import { sendingChannels } from '../../outbox/messages/messages.ts';
import { record } from '../../system/audit/audit.ts';
import { contactOf } from './contacts.ts';
import { type Correction, correctRecipient } from './correct-recipient.ts';
import type { RecipientHooks } from './follow-change.ts';
import { lockRecipient, unchangedByOthers } from './recipient-rows.ts';
import {
  type ProposedAddressRow,
  proposedAddresses,
  type RecipientRow,
  recipients,
} from './recipients.table.ts';

// Where recipients say they can be reached. Each has at most one open proposal, which the owner answers.

/** Each proposal may send a code to an unconfirmed address. */
const proposalsPerDay = 5;

interface Proposal
  extends Pick<ProposedAddressRow, 'email' | 'phone' | 'mailingAddress' | 'saidAt' | 'guardianId'> {
  recipientId: string;
  /** The hash of the code for the new email address; null if there is none. */
  codeHash: string | null;
  now: Date;
}

/** Replaces an open one. The caller has locked the recipient. 429 after the fifth within a day. */
export async function saveProposal(
  tx: Tx,
  { recipientId, codeHash, now, ...wanted }: Proposal,
): Promise<ProposedAddressRow> {
  const isTheirs = eq(proposedAddresses.recipientId, recipientId);
  const [made] = await tx
    .select({ today: count() })
    .from(proposedAddresses)
    .where(and(isTheirs, gt(proposedAddresses.createdAt, wholeDaysAfter(now, -1))));
  if ((made?.today ?? 0) >= proposalsPerDay)
    throw new AppError('too_many_requests', 'That was tried often today. Please try again tomorrow.', {
      retryAfterSeconds: 24 * 60 * 60,
    });
  await endProposal(tx, recipientId, { outcome: 'withdrawn', endedAt: now });
  const [row] = await tx
    .insert(proposedAddresses)
    .values({
      ...{ ...wanted, recipientId, codeHash, createdAt: now },
      triesLeft: codeTries,
      validUntil: codeHash === null ? null : minutesAfter(now, codeMinutes),
      provedAt: codeHash === null ? now : null,
    })
    .returning();
  return requireFound(row);
}

export async function findOpenProposal(
  db: Queryable,
  recipientId: string,
): Promise<ProposedAddressRow | undefined> {
  const [row] = await db
    .select()
    .from(proposedAddresses)
    .where(and(eq(proposedAddresses.recipientId, recipientId), isNull(proposedAddresses.endedAt)))
    .orderBy(desc(proposedAddresses.createdAt));
  return row;
}

/** Uses up a try for the code; returns whether it is right. The caller has locked the recipient. */
export async function tryCode(
  tx: Tx,
  { id, codeHash, triesLeft, validUntil }: ProposedAddressRow,
  hash: string,
  now: Date,
): Promise<boolean> {
  if (codeHash === null || !isCodeOpen({ triesLeft, validUntil }, now)) return false;
  const isRight = codeHash === hash;
  await tx
    .update(proposedAddresses)
    .set(isRight ? { provedAt: now, codeHash: null } : { triesLeft: triesLeft - 1 })
    .where(eq(proposedAddresses.id, id));
  return isRight;
}

/** Records what became of the open proposal. False if there was none. */
export async function endProposal(
  tx: Tx,
  recipientId: string,
  ending: Pick<ProposedAddressRow, 'outcome' | 'endedAt'> & { inForceFrom?: Date | null },
): Promise<boolean> {
  const { rowCount } = await tx
    .update(proposedAddresses)
    .set({ ...ending, codeHash: null })
    .where(and(eq(proposedAddresses.recipientId, recipientId), isNull(proposedAddresses.endedAt)));
  return (rowCount ?? 0) > 0;
}

/**
 * What happens to a new address after the owner's death, passed in by app.ts: people who may know better are told, and nothing is sent
 * there before that. Returns when it takes effect; null while a person here looks at it. The caller has locked the owner and the person.
 */
export type ReaddressAfterDeath = (
  tx: Tx,
  services: Services,
  concerned: { owner: UserRow; person: RecipientRow; saidBy: RecipientRow },
  wanted: Correction,
) => Promise<Date | null>;

/** Asks a living owner. After their death it becomes a change by others, which everybody is told of. */
export async function submitProposal(
  tx: Tx,
  services: Services,
  { proposal, ...concerned }: Parameters<ReaddressAfterDeath>[2] & { proposal: ProposedAddressRow },
  readdress: ReaddressAfterDeath,
): Promise<void> {
  const { owner, person } = concerned;
  if (owner.memorialisedAt) {
    const inForceFrom = await readdress(tx, services, concerned, correctionOf(proposal));
    const endedAt = services.clock.now();
    await endProposal(tx, person.id, { outcome: 'handed-over', endedAt, inForceFrom });
    return;
  }
  await askOwner(tx, services, proposal, owner.id);
}

/** Asks a living owner whether they agree. */
export async function askOwner(
  tx: Tx,
  services: Services,
  { id }: ProposedAddressRow,
  ownerId: string,
): Promise<void> {
  await enqueueMail(tx, services, {
    ...{ kind: 'address-proposed', userId: ownerId, subjectId: id },
    dedupeKey: `address-proposed:${id}`,
  });
  await announce(tx, ownerId, ['recipients']);
}

const isOpen = and(isNull(proposedAddresses.endedAt), isNotNull(proposedAddresses.provedAt));

/** After an owner's death: people whose proposed address was never answered are sent nothing before `until`. */
export async function waitForProposals(tx: Tx, userId: string, until: Date): Promise<void> {
  const asked = tx.select({ id: proposedAddresses.recipientId }).from(proposedAddresses).where(isOpen);
  await tx
    .update(recipients)
    .set({ addressWaitsUntil: until })
    .where(and(eq(recipients.userId, userId), inArray(recipients.id, asked)));
}

/** Proposals that owners who have died can no longer answer, except `except`. */
export function listUnanswered(
  db: Queryable,
  except: readonly string[],
): Promise<{ id: string; userId: string; recipientId: string }[]> {
  return db
    .select({ id: proposedAddresses.id, userId: users.id, recipientId: recipients.id })
    .from(proposedAddresses)
    .innerJoin(recipients, eq(recipients.id, proposedAddresses.recipientId))
    .innerJoin(users, eq(users.id, recipients.userId))
    .where(and(isOpen, isNotNull(users.memorialisedAt), notInArray(proposedAddresses.id, [...except])))
    .orderBy(asc(proposedAddresses.id))
    .limit(100);
}

/** What it changes in an entry. */
function correctionOf({ email, phone, mailingAddress }: ProposedAddressRow): Correction {
  return { ...(email && { email }), ...(phone && { phone }), ...(mailingAddress && { mailingAddress }) };
}

interface Answer {
  recipientId: string;
  proposalId: string;
}

/** The owner agrees: it takes effect at once, as if they had entered it. The previous address gets one line. */
export function agreeToAddress(
  services: Services,
  hooks: RecipientHooks,
  owner: UserRow,
  answer: Answer,
): Promise<void> {
  return answerProposal(services, owner, answer, 'agreed', async (tx, proposal, now) => {
    const before = await lockRecipient(tx, owner.id, answer.recipientId);
    const channels = sendingChannels(services);
    const contact = contactOf(before, channels);
    const after = await correctRecipient(tx, services, hooks, {
      before,
      correction: correctionOf(proposal),
      changed: { ...unchangedByOthers, addressesCheckedAt: now },
    });
    if (before.addressWaitsUntil) await hooks.endWait(tx, services, before.id, before.addressWaitsUntil);
    await endProposal(tx, before.id, { outcome: 'agreed', endedAt: now, inForceFrom: now });
    if (!contact || contactOf(after, channels)?.address === contact.address) return;
    await enqueueMail(tx, services, {
      ...{ kind: 'address-moved', userId: owner.id, subjectId: before.id },
      ...{ toAddress: contact.address, channel: contact.channel },
      dedupeKey: `address-moved:${proposal.id}`,
    });
  });
}

/** The owner does not agree: everything stays as it is. */
export function refuseAddress(services: Services, owner: UserRow, answer: Answer): Promise<void> {
  return answerProposal(services, owner, answer, 'refused', async (tx, _proposal, now) => {
    await endProposal(tx, answer.recipientId, { outcome: 'refused', endedAt: now });
  });
}

/** 404 for somebody else's recipient, 409 if there is a different proposal by now, or none. */
function answerProposal(
  { db, clock }: Services,
  owner: UserRow,
  { recipientId, proposalId }: Answer,
  outcome: 'agreed' | 'refused',
  carryOut: (tx: Tx, proposal: ProposedAddressRow, now: Date) => Promise<void>,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    await lockRecipient(tx, owner.id, recipientId);
    const proposal = await findOpenProposal(tx, recipientId);
    if (proposal?.id !== proposalId || !proposal.provedAt)
      throw new AppError('conflict', 'They have changed this meanwhile. Please look at it again.');
    await carryOut(tx, proposal, clock.now());
    await record(tx, clock.now(), {
      action: `recipient.address-${outcome}`,
      actor: owner.id,
      userId: owner.id,
      subjectId: recipientId,
    });
    await announce(tx, owner.id, ['recipients']);
  });
}
