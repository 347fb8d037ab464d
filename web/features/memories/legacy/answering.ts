import { useMemo, useState } from 'react';
import type { LegacyAnswer } from '../../../../shared/memories/legacy.ts';
import type { LegacyQuestion } from '../../../../shared/memories/questions.ts';
import { answerMaxCharacters } from '../../../../shared/memories/questions.ts';
import { toast } from '../../../ui/toast.ts';
import type { Sheet } from '../memories/drafts/drafts.ts';
import { useDraft } from '../memories/drafts/drafts.ts';
import { useSaveAnswer } from './queries.ts';

export interface AnswerSubject {
  sheet: Sheet;
  question: LegacyQuestion;
  /** Undefined while the question is unanswered. */
  saved: LegacyAnswer | undefined;
}

export type Answering = ReturnType<typeof useAnswering>;

/** The state of an answer being written: its draft, its validity and saving it. */
export function useAnswering({ sheet, question, saved }: AnswerSubject) {
  const initial = useMemo(() => ({ answer: saved?.answer ?? '' }), [saved?.answer]);
  const { values, change, clear, clearSaved, status, isRestored, refusedFor, versions } = useDraft({
    sheet,
    initial,
    parse: parseAnswer,
    isBlank: ({ answer }) => answer.trim() === '',
  });
  const saving = useSaveAnswer();
  const [isRefused, setRefused] = useState(false);
  const [knownVersion, setKnownVersion] = useState(saved?.updatedAt);

  const text = values.answer;
  const isBlank = text.trim() === '';
  const isChanged = text !== initial.answer;
  const isTooLong = text.length > answerMaxCharacters;

  /** True if the answer was saved. */
  async function save(): Promise<boolean> {
    setRefused(isTooLong);
    if (isBlank || isTooLong || saving.isPending) return false;
    try {
      const answer = await saving.mutateAsync({ question, answer: text, draftVersions: versions() });
      setKnownVersion(answer.updatedAt);
      clearSaved({ answer: text });
      return true;
    } catch {
      toast({
        variant: 'destructive',
        title: 'Error saving answer',
        description: 'Failed to save answer',
      });
      return false;
    }
  }

  return {
    text,
    write: (answer: string) => change({ answer }),
    discard: clear,
    save,
    isSaving: saving.isPending,
    isBlank,
    isChanged,
    error: isRefused && isTooLong ? `Please shorten this to ${answerMaxCharacters} characters` : undefined,
    draftStatus: status,
    sheet,
    draft: { values, status, refusedFor },
    isRestored,
    /** Whether another device has saved a different answer since this one was opened. */
    isOvertaken: isChanged && !isBlank && saved !== undefined && saved.updatedAt !== knownVersion,
  };
}

export function parseAnswer(stored: unknown): { answer: string } | null {
  if (typeof stored !== 'object' || stored === null || !('answer' in stored)) return null;
  return typeof stored.answer === 'string' ? { answer: stored.answer } : null;
}
