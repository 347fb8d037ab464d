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
  /** Under which the answer stands among the drafts, if it does. */
  draftVersions: DraftVersions.optional(),
});
export type LegacyAnswerForm = z.output<typeof LegacyAnswerForm>;

export const LegacyAnswer = z.object({
  id: Id,
  questionIndex: z.int(),
  question: z.string(),
  answer: z.string(),
  /** The letter as which it was left. */
  letterId: Id.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type LegacyAnswer = z.input<typeof LegacyAnswer>;

/** For whom an answer is left as a letter. */
export const LeftAnswerForm = z.object({
  recipient: requiredLine(200, 'Please say who it is for'),
  recipientId: AddresseeId,
});
export type LeftAnswerForm = z.output<typeof LeftAnswerForm>;

export const LegacyAnswerList = z.array(LegacyAnswer);
