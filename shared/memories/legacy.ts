import { z } from 'zod';
import { Id, Instant, plainText, requiredLine } from '../values.ts';
import { DraftVersions } from './drafts.ts';
import { AddresseeId } from './memories.ts';
import { answerMaxCharacters, legacyQuestions } from './questions.ts';

const noSuchQuestion = 'There is no such question';

const QuestionIndex = z
  .int(noSuchQuestion)
  .min(0, noSuchQuestion)
  .max(legacyQuestions.length - 1, noSuchQuestion);

/** An answer is stored exactly as typed, with its spaces and line breaks. */
export const LegacyAnswerForm = z.object({
  questionIndex: QuestionIndex,
  /** Ignored: the wording that is stored comes from our own catalogue. */
  question: z.string().optional(),
  answer: plainText(answerMaxCharacters).refine((text) => text.trim() !== '', 'Please write an answer first'),
  /** The version that was read; 0 if there was no answer. 409 if it has changed since. Without it, what is replaced stays as a draft. */
  version: z.int().min(0).optional(),
  /** The versions of the answer among the drafts, if there are any. */
  draftVersions: DraftVersions.optional(),
});
export type LegacyAnswerForm = z.output<typeof LegacyAnswerForm>;

export const LegacyAnswer = z.object({
  id: Id,
  questionIndex: z.int(),
  question: z.string(),
  answer: z.string(),
  /** The letter that it was left as. */
  letterId: Id.nullable(),
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type LegacyAnswer = z.input<typeof LegacyAnswer>;

/** Whom an answer is left to as a letter. */
export const LeftAnswerForm = z.object({
  recipient: requiredLine(200, 'Please say who it is for'),
  recipientId: AddresseeId,
});
export type LeftAnswerForm = z.output<typeof LeftAnswerForm>;

export const LegacyAnswerList = z.array(LegacyAnswer);
