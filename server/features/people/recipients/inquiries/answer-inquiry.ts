import { eq } from 'drizzle-orm';
import {
  type InquiryAnswer,
  type InquiryKind,
  inquiryAnswers,
  leavingMinutes,
} from '../../../../../shared/people/inquiries.ts';
import type { AddressProposalForm } from '../../../../../shared/people/proposed-addresses.ts';
import { minutesAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { AppError, fieldError } from '../../../../platform/errors.ts';
import { announce } from '../../../../platform/events.ts';
import { lockOwner } from '../../../accounts/profile/profile.ts';
import { enqueueMail } from '../../../outbox/messages/mails/mails.ts';
import { type AuditAction, record } from '../../../system/audit/audit.ts';
import { isSameAddress } from '../contacts.ts';
import { beginProposal, proveProposal, sendProposalCode, wrongCode } from '../propose-address.ts';
import { askOwner, endProposal } from '../proposed-addresses.ts';
import { lockRecipient } from '../recipient-rows.ts';
import { recipients } from '../recipients.table.ts';
import { inquiries } from './inquiries.table.ts';
import { type Asked, findAsked, requireAsked, undoUntil } from './inquiry-page.ts';

/** What answering has to do to the deliveries to somebody; passed in by app.ts. */
export interface AnswerHooks {
  /** Locks the schedules that name a recipient; called before locking the recipient. */
  lock(tx: Tx, recipientId: string): Promise<void>;
  /** Somebody who reads the mail at `address` says that it is not for them: nothing unopened goes there, and the owner is told. */
  disown(tx: Tx, services: Services, recipientId: string, address: string): Promise<void>;
  /** Whether anybody currently says that the owner has died. */
  isReportedDead(tx: Tx, userId: string): Promise<boolean>;
  /** The address is theirs after all. */
  own(tx: Tx, services: Services, recipientId: string, address: string): Promise<void>;
}

const answersTo: Record<InquiryKind, readonly InquiryAnswer[]> = {
  address: ['right', 'not-me'],
  trust: ['yes', 'no', 'not-me'],
};

const actions: Record<InquiryAnswer, AuditAction> = {
  right: 'recipient.address-confirmed',
  'not-me': 'recipient.not-theirs',
  yes: 'recipient.trust-confirmed',
  no: 'recipient.trust-declined',
};

/** Answers, or changes the answer. 409 if there is nothing to answer any more, or if the previous answer can no longer be taken back. */
export function answerInquiry(
  services: Services,
  hooks: AnswerHooks,
  token: string,
  answer: InquiryAnswer,
): Promise<void> {
  return act(services, hooks, token, async (tx, asked) => {
    const { inquiry, person } = asked;
    if (!answersTo[inquiry.kind].includes(answer))
      throw fieldError('answer', `Please choose one of ${inquiryAnswers.join(', ')}`);
    if (answer === asked.answer) return;
    const isTakenBack = asked.answer === 'no' && undoUntil(asked) === null;
    if (isTakenBack) throw new AppError('conflict', tooLate(asked));
    await putRight(tx, services, hooks, asked, answer);
    await apply(tx, services, hooks, asked, answer);
    await tx.update(inquiries).set({ answer, answeredAt: asked.now }).where(eq(inquiries.id, inquiry.id));
    await recordAct(tx, services, asked, actions[answer]);
    await announce(tx, person.userId, ['recipients']);
  });
}

function tooLate({ owner: { firstName } }: Asked): string {
  return `${firstName} knows it by now. Please tell ${firstName} if you have thought better of it.`;
}

/** Undoes what the previous answer had done. */
async function putRight(
  tx: Tx,
  services: Services,
  hooks: AnswerHooks,
  asked: Asked,
  next: InquiryAnswer,
): Promise<void> {
  const { answer, inquiry, person } = asked;
  if (answer === 'not-me' && next !== 'not-me') {
    if (!isSameAddress(person.disownedAddress, inquiry.address))
      throw new AppError('conflict', 'This has been looked at meanwhile. Please write to us.');
    await hooks.own(tx, services, person.id, inquiry.address);
  }
  if (answer === 'no')
    await tx
      .update(recipients)
      .set({ trustedContact: true, trustedContactToldAt: asked.now, version: person.version + 1 })
      .where(eq(recipients.id, person.id));
}

async function apply(
  tx: Tx,
  services: Services,
  hooks: AnswerHooks,
  { inquiry, person, now }: Asked,
  answer: InquiryAnswer,
): Promise<void> {
  const isThis = eq(recipients.id, person.id);
  switch (answer) {
    case 'right':
      await tx.update(recipients).set({ addressesCheckedAt: now }).where(isThis);
      return;
    case 'not-me':
      await hooks.disown(tx, services, person.id, inquiry.address);
      return;
    case 'yes':
      return;
    case 'no':
      // Nobody should lose a contact who could say that they are alive. The answer is kept, and the page looks the same.
      if (await hooks.isReportedDead(tx, person.userId)) return;
      await tx
        .update(recipients)
        .set({
          trustedContact: false,
          trustedContactToldAt: null,
          version: person.version + 1,
          updatedAt: now,
        })
        .where(isThis);
      await enqueueMail(tx, services, {
        ...{ kind: 'contact-left', userId: person.userId, subjectId: inquiry.id },
        dedupeKey: `contact-left:${inquiry.id}:${now.getTime()}`,
        heldUntil: minutesAfter(now, leavingMinutes),
      });
  }
}

/** Another address: the owner is asked, once a new email address was confirmed with the code that is sent there. */
export async function proposeInquiryAddress(
  services: Services,
  hooks: AnswerHooks,
  token: string,
  form: AddressProposalForm,
): Promise<void> {
  let toSend: (() => Promise<void>) | undefined;
  await act(services, hooks, token, async (tx, asked) => {
    const { inquiry, person, owner } = asked;
    const begun = await beginProposal(tx, services, person, form, inquiry.address);
    await recordAct(tx, services, asked, 'recipient.address-proposed');
    if (begun.code === null) await askOwner(tx, services, begun.proposal, owner.id);
    toSend = () => sendProposalCode(services, begun, owner, person.firstName);
  });
  await toSend?.();
}

/** 400 for a wrong code, which uses up a try. */
export async function proveInquiryAddress(
  services: Services,
  hooks: AnswerHooks,
  token: string,
  code: string,
): Promise<void> {
  const proved = await act(services, hooks, token, async (tx, asked) => {
    const proved = await proveProposal(tx, services, asked.person.id, code);
    if (proved === 'wrong' || proved === null) return proved;
    await recordAct(tx, services, asked, 'recipient.address-proved');
    await askOwner(tx, services, proved, asked.owner.id);
    return proved;
  });
  if (proved === 'wrong') throw wrongCode();
}

export function withdrawInquiryAddress(services: Services, hooks: AnswerHooks, token: string): Promise<void> {
  return act(services, hooks, token, async (tx, asked) => {
    const ending = { outcome: 'withdrawn', endedAt: asked.now } as const;
    if (!(await endProposal(tx, asked.person.id, ending))) return;
    await recordAct(tx, services, asked, 'recipient.address-withdrawn');
    await announce(tx, asked.owner.id, ['recipients']);
  });
}

/** Locks the owner first, then the schedules that name the person, then the person, as everywhere. */
function act<Result>(
  services: Services,
  hooks: AnswerHooks,
  token: string,
  work: (tx: Tx, asked: Asked) => Promise<Result>,
): Promise<Result> {
  return inTransaction(services.db, async (tx) => {
    const { owner, person } = await findAsked(tx, services, token);
    await lockOwner(tx, owner.id);
    await hooks.lock(tx, person.id);
    await lockRecipient(tx, owner.id, person.id);
    const asked = await findAsked(tx, services, token);
    requireAsked(asked);
    return work(tx, asked);
  });
}

async function recordAct(
  tx: Tx,
  { clock }: Services,
  { owner, person, inquiry }: Asked,
  action: AuditAction,
): Promise<void> {
  await record(tx, clock.now(), {
    ...{ action, actor: 'recipient', userId: owner.id, subjectId: person.id },
    details: { what: inquiry.kind },
  });
}
