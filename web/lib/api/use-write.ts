import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ChangeTopic } from '../../../shared/system/events.ts';
import { invalidateTopics } from './changed-queries.ts';

type Topics = readonly ChangeTopic[];

interface ReadAgain {
  onSuccess?: Topics;
  /** Read again if a refusal says that something has changed elsewhere. */
  onError?: Topics;
  /** Read again after success and failure alike. */
  onSettled?: Topics;
}

/** A write, and what is read again once its response has arrived. */
export function useWrite<Result, Given = void>(
  run: (given: Given) => Promise<Result>,
  { onSuccess, onError, onSettled }: ReadAgain = {},
): UseMutationResult<Result, Error, Given> {
  const queries = useQueryClient();
  const readAgain = (topics: Topics = []) => invalidateTopics(queries, topics);
  return useMutation({
    mutationFn: run,
    onSuccess: () => readAgain(onSuccess),
    onError: () => readAgain(onError),
    onSettled: () => readAgain(onSettled),
  });
}
