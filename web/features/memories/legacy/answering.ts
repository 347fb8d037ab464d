import { useMemo, useState } from 'react';
import type { LegacyAnswer } from '../../../../shared/memories/legacy.ts';
import { answerMaxCharacters, type LegacyQuestion } from '../../../../shared/memories/questions.ts';
import { currentOf } from '../../../lib/api/api-error.ts';
import { toast } from '../../../ui/toast.ts';
import { type Sheet, useDraft } from '../memories/drafts/drafts.ts';
import { basedOn, parseAnswer, valuesOf } from './answer-values.ts';
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
  const initial = useMemo(() => valuesOf(saved), [saved]);
  const { values, change, clear, clearSaved, status, isRestored, refusedFor, versions } = useDraft({
    sheet,
    initial,
    parse: (stored) => basedOn(initial, parseAnswer(stored)),
    isBlank: ({ answer }) => answer.trim() === '',
  });
  const saving = useSaveAnswer();
  const [isRefused, setRefused] = useState(false);
  const [isAsking, setAsking] = useState(false);

  const text = values.answer;
  const isBlank = text.trim() === '';
  const isChanged = text !== initial.answer;
  const isTooLong = text.length > answerMaxCharacters;

  /** True if the answer was saved. */
  async function save(): Promise<boolean> {
    setRefused(isTooLong);
    if (isBlank || isTooLong || saving.isPending) return false;
    try {
      const version = Number(values.version);
      const next = valuesOf(
        await saving.mutateAsync({ question, answer: text, version, draftVersions: versions() }),
      );
      // What was typed meanwhile goes on from there.
      change({ version: next.version });
      clearSaved({ ...next, answer: text });
      return true;
    } catch (error) {
      if (currentOf(error)) setAsking(true);
      else
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
    /** Goes on with what is written here, from the answer in the book as it is now. */
    goOn: () => change({ version: initial.version }),
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
    isOvertaken:
      isChanged && !isBlank && !saving.isPending && saved !== undefined && values.version !== initial.version,
    /** The person is asked which of the two to go on with. */
    isAsking,
    setAsking,
  };
}
