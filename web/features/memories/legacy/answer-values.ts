import type { LegacyAnswer } from '../../../../shared/memories/legacy.ts';

export interface AnswerValues {
  answer: string;
  /** The version of the answer in the book that it began from; 0 if there was none. */
  version: string;
}

export function valuesOf(saved: LegacyAnswer | undefined): AnswerValues {
  return { answer: saved?.answer ?? '', version: String(saved?.version ?? 0) };
}

/** The values of a stored draft; null if they are invalid. Those of older drafts have no version. */
export function parseAnswer(stored: unknown): AnswerValues | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { answer, version = '' }: Record<string, unknown> = { ...stored };
  return typeof answer === 'string' && typeof version === 'string' ? { answer, version } : null;
}

/** A draft that says what is in the book does not count as one, whichever version it began from. */
export function basedOn(initial: AnswerValues, draft: AnswerValues | null): AnswerValues | null {
  if (draft === null) return null;
  const isCurrent = draft.version === '' || draft.answer === initial.answer;
  return isCurrent ? { ...draft, version: initial.version } : draft;
}
