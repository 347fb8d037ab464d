import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UserStats } from '../../../../shared/accounts/accounts.ts';
import type { Memory } from '../../../../shared/memories/memories.ts';
import { invalidateTopics } from '../../../lib/api/changed-queries.ts';
import { write } from '../../../lib/api/request.ts';

const memoriesPath = '/api/memories';

/** Newest first. */
export function useMemories() {
  return useQuery<Memory[]>({ queryKey: [memoriesPath], meta: { failure: 'Failed to fetch memories' } });
}

/** Disabled while `id` is null. Has no failure toast: the caller shows the error in place. */
export function useMemory(id: string | null) {
  return useQuery<Memory>({ queryKey: [memoriesPath, id], enabled: id !== null });
}

/** The counts of the signed-in person's memories by type, deliveries and items. */
export function useStats() {
  return useQuery<UserStats>({ queryKey: ['/api/user/stats'], meta: { failure: 'Failed to fetch stats' } });
}

/** Also refreshes the schedules, because the undelivered ones are deleted with the memory. */
export function useDeleteMemory() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => write('DELETE', `${memoriesPath}/${id}`),
    onSuccess: () => invalidateTopics(queries, ['memories', 'stats', 'schedules']),
  });
}
