import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Memory, MemoryChanges } from '../../../../../shared/memories/memories.ts';
import { invalidateTopics } from '../../../../lib/api/changed-queries.ts';
import { write } from '../../../../lib/api/request.ts';

type DeletionChoice = Pick<MemoryChanges, 'deleteOnDeath' | 'cancelSchedules' | 'restoreSchedules'>;

/** Whether a memory is deleted when its owner dies. Also refreshes the schedules, which that cancels or plans again. */
export function useChooseDeletion() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...choice }: Pick<Memory, 'id' | 'version'> & DeletionChoice) =>
      write<Memory>('PATCH', `/api/memories/${id}`, choice),
    onSuccess: () => invalidateTopics(queries, ['memories', 'stats', 'schedules']),
  });
}
