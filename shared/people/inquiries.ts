import { z } from 'zod';
import { Instant } from '../values.ts';

// What people in an address book are asked on their owner's behalf, on a page that shows nothing of what waits for them.
//
//   GET    /api/asked/:token                what is asked, and what was answered
//   POST   /api/asked/:token/answer         { answer }: repeat it to change the answer
//   POST   /api/asked/:token/address        { email?, phone?, mailingAddress? }: a code goes to a new email address
//   POST   /api/asked/:token/address/code   { code }: confirms it
//   POST   /api/asked/:token/address/undo   takes the new address back, until the owner has answered it

/** `address`: do we still reach you here? `trust`: are you still willing to be a trusted contact? */
const inquiryKinds = ['address', 'trust'] as const;
export type InquiryKind = (typeof inquiryKinds)[number];

/** They are asked this many days before something is due. */
export const askedDaysBefore = 30;

/** Somebody who no longer wants to be a trusted contact can take that back for this long; then the owner is told. */
export const leavingMinutes = 60;

export const inquiryAnswers = ['right', 'not-me', 'yes', 'no'] as const;
export type InquiryAnswer = (typeof inquiryAnswers)[number];

export const InquiryParams = z.object({ token: z.string().regex(/^[\w-]{43}$/) });

export const InquiryPage = z.object({
  kind: z.enum(inquiryKinds),
  ownerFirstName: z.string(),
  ownerLastName: z.string(),
  firstName: z.string(),
  /** The address we wrote to. */
  address: z.string(),
  /** There is nothing to answer any more: we reach them elsewhere, their role has changed, or the owner's account is closed. */
  isOver: z.boolean(),
  answer: z.enum(inquiryAnswers).nullable(),
  answeredAt: Instant.nullable(),
  /** Until when "no" can be taken back; null if it cannot. */
  undoUntil: Instant.nullable(),
  /** The new address that they gave, which the owner has not answered. */
  proposed: z
    .object({
      state: z.enum(['code-sent', 'asked']),
      email: z.string().nullable(),
      phone: z.string().nullable(),
      mailingAddress: z.string().nullable(),
    })
    .nullable(),
});
export type InquiryPage = z.input<typeof InquiryPage>;

export const InquiryAnswerForm = z.object({ answer: z.enum(inquiryAnswers) });

/** Somebody's last answer to a question. */
export const Answered = z.object({ answer: z.enum(inquiryAnswers), at: Instant });

/** By the kind of question; null if they have not answered. */
export const AnswersGiven = z.object({ address: Answered.nullable(), trust: Answered.nullable() });
export type AnswersGiven = z.output<typeof AnswersGiven>;
