import type { LegacyAnswer } from '../../../../shared/memories/legacy.ts';
import { legacyQuestions } from '../../../../shared/memories/questions.ts';

const lastIndex = legacyQuestions.length - 1;

/** The draft of an answer, by the name the server keeps it under. */
export function answerDraftKind(questionIndex: number): string {
  return `legacy:${questionIndex}`;
}

/** Which question an address asks for, `?question=1` being the first; null where it names none. */
export function parseQuestion(number: string | null): number | null {
  const index = Number(number) - 1;
  return number !== null && Number.isInteger(index) && index >= 0 && index <= lastIndex ? index : null;
}

/** Where to go on: at the first question without an answer, or at the first of all when none is left. */
export function firstUnanswered(answers: readonly LegacyAnswer[]): number {
  const answered = new Set(answers.map((answer) => answer.questionIndex));
  return legacyQuestions.find(({ index }) => !answered.has(index))?.index ?? 0;
}

/** Whole percent; 100 only when nothing is left. */
export function percentAnswered(answeredCount: number): number {
  return Math.floor((answeredCount / legacyQuestions.length) * 100);
}

/** Where an arrow key leads from a question in the grid; null for any other key. */
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
