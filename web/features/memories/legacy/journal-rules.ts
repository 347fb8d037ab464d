import type { LegacyAnswer } from '../../../../shared/memories/legacy.ts';
import { legacyQuestions } from '../../../../shared/memories/questions.ts';

const lastIndex = legacyQuestions.length - 1;

/** The draft kind of an answer. */
export function answerDraftKind(questionIndex: number): string {
  return `legacy:${questionIndex}`;
}

/** The index of the question in the URL, where `?question=1` is the first; null if it names none. */
export function parseQuestion(number: string | null): number | null {
  const index = Number(number) - 1;
  return number !== null && Number.isInteger(index) && index >= 0 && index <= lastIndex ? index : null;
}

/** The index of the first unanswered question, or 0 if all are answered. */
export function firstUnanswered(answers: readonly LegacyAnswer[]): number {
  const answered = new Set(answers.map((answer) => answer.questionIndex));
  return legacyQuestions.find(({ index }) => !answered.has(index))?.index ?? 0;
}

/** Rounded down, so that 100 means that no question is left. */
export function percentAnswered(answeredCount: number): number {
  return Math.floor((answeredCount / legacyQuestions.length) * 100);
}

/** The index to which a key moves the focus in the grid; null for keys without a meaning there. */
export function questionAfterKey(key: string, index: number): number | null {
  const targets: Readonly<Record<string, number>> = {
    ArrowRight: index + 1,
    ArrowDown: index + 1,
    ArrowLeft: index - 1,
    ArrowUp: index - 1,
    Home: 0,
    End: lastIndex,
  };
  const target = targets[key];
  return target === undefined ? null : Math.min(lastIndex, Math.max(0, target));
}
