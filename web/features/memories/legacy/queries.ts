import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { LegacyAnswer } from '../../../../shared/memories/legacy.ts';
import type { Memory } from '../../../../shared/memories/memories.ts';
import type { LegacyQuestion } from '../../../../shared/memories/questions.ts';
import { currentOf } from '../../../lib/api/api-error.ts';
import { invalidateTopics } from '../../../lib/api/changed-queries.ts';
import { write } from '../../../lib/api/request.ts';

const answersPath = '/api/legacy-answers';

export const bookPath = `${answersPath}/book.pdf`;

/** In the order of the questions. */
export function useLegacyAnswers() {
  return useQuery<LegacyAnswer[]>({ queryKey: [answersPath], meta: { failure: 'Failed to fetch answers' } });
}

interface AnswerToSave {
  question: LegacyQuestion;
  answer: string;
  /** The version that was read; 0 if there was no answer. */
  version: number;
  /** The versions of its draft. */
  draftVersions: readonly string[];
}

/** An answer that was changed elsewhere is refused, and shown as it is now. */
export function useSaveAnswer() {
  const queries = useQueryClient();
  const show = (saved: LegacyAnswer) =>
    queries.setQueryData<LegacyAnswer[]>([answersPath], (answers) => withAnswer(answers ?? [], saved));
  return useMutation({
    mutationFn: ({ question, answer, version, draftVersions }: AnswerToSave) =>
      write<LegacyAnswer>('POST', answersPath, {
        questionIndex: question.index,
        question: question.text,
        answer,
        version,
        draftVersions,
      }),
    onSuccess: (saved) => show(saved),
    onError: (error) => {
      const current = currentOf<LegacyAnswer>(error);
      if (current) show(current);
    },
  });
}

export function useRemoveAnswer() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: LegacyAnswer) => write('DELETE', `${answersPath}/${id}`),
    onSuccess: (_, removed) =>
      queries.setQueryData<LegacyAnswer[]>([answersPath], (answers) =>
        answers?.filter(({ id }) => id !== removed.id),
      ),
  });
}

/** Creates a letter from an answer. */
export function useLeaveAnswer() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...to }: { id: string; recipient: string; recipientId: string }) =>
      write<Memory>('POST', `${answersPath}/${id}/letter`, to),
    onSuccess: () => invalidateTopics(queries, ['legacy', 'memories', 'stats']),
  });
}

function withAnswer(answers: readonly LegacyAnswer[], saved: LegacyAnswer): LegacyAnswer[] {
  const others = answers.filter((answer) => answer.questionIndex !== saved.questionIndex);
  return [...others, saved].sort((one, other) => one.questionIndex - other.questionIndex);
}
