import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { type InquiryPage, leavingMinutes } from '../../../../../shared/people/inquiries.ts';
import { minutesAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable } from '../../../../platform/database.ts';
import { readDatabaseTime } from '../../../../platform/database-time.ts';
import { AppError, notFound } from '../../../../platform/errors.ts';
import { hashToken } from '../../../../platform/random.ts';
import { type UserRow, users } from '../../../accounts/profile/profile.table.ts';
import { contactsOf, isAmong } from '../contacts.ts';
import { findOpenProposal } from '../proposed-addresses.ts';
import { type RecipientRow, recipients } from '../recipients.table.ts';
import { type InquiryRow, inquiries } from './inquiries.table.ts';

/** Who is asked what, by whom. */
export interface Asked {
  inquiry: InquiryRow;
  person: RecipientRow;
  owner: UserRow;
  now: Date;
  /** There is nothing to answer any more. */
  isOver: boolean;
  /** The answer to the latest question; answers to earlier ones do not count. */
  answer: InquiryRow['answer'];
}

/** 404 for an unknown link. */
export async function findAsked(
  db: Queryable,
  { clock }: Pick<Services, 'clock'>,
  token: string,
): Promise<Asked> {
  const [row] = await db
    .select({ inquiry: inquiries, person: recipients, owner: users })
    .from(inquiries)
    .innerJoin(recipients, eq(recipients.id, inquiries.recipientId))
    .innerJoin(users, eq(users.id, inquiries.userId))
    .where(eq(inquiries.tokenHash, hashToken(token)));
  if (!row) throw notFound('This page');
  const { askedAt, answeredAt } = row.inquiry;
  const isAnswered = answeredAt !== null && (askedAt === null || answeredAt >= askedAt);
  const answer = isAnswered ? row.inquiry.answer : null;
  return { ...row, answer, isOver: isOver(row, answer), now: await readDatabaseTime(db, clock) };
}

function isOver(
  { inquiry, person, owner }: Pick<Asked, 'inquiry' | 'person' | 'owner'>,
  answer: InquiryRow['answer'],
): boolean {
  const isElsewhere = !isAmong(contactsOf(person), inquiry.address);
  const isRelieved = inquiry.kind === 'trust' && !person.trustedContact && answer !== 'no';
  return (
    Boolean(owner.memorialisedAt || owner.deletionRequestedAt || person.diedAt) || isElsewhere || isRelieved
  );
}

/** 409 if there is nothing to answer any more. */
export function requireAsked(asked: Asked): void {
  if (asked.isOver) throw new AppError('conflict', 'There is nothing to answer here any more.');
}

/** Until when "no" can be taken back; null if it cannot. */
export function undoUntil({ inquiry, answer, now }: Asked): Date | null {
  if (answer !== 'no' || !inquiry.answeredAt) return null;
  const until = minutesAfter(inquiry.answeredAt, leavingMinutes);
  return until > now ? until : null;
}

/** Reveals neither what is waiting for somebody nor whether anything is; of their addresses, only the one that the link went to. */
export async function readInquiryPage(
  services: Services,
  token: string,
): Promise<z.output<typeof InquiryPage>> {
  const asked = await findAsked(services.db, services, token);
  const { inquiry, person, owner, isOver, answer } = asked;
  const open = isOver ? undefined : await findOpenProposal(services.db, person.id);
  return {
    kind: inquiry.kind,
    ownerFirstName: owner.firstName,
    ownerLastName: owner.lastName,
    firstName: person.firstName,
    address: inquiry.address,
    isOver,
    answer,
    answeredAt: answer && inquiry.answeredAt,
    undoUntil: undoUntil(asked),
    proposed: open && !open.guardianId ? { ...open, state: open.provedAt ? 'asked' : 'code-sent' } : null,
  };
}
