import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UserStats } from '../../../../shared/accounts/accounts.ts';
import type { Memory } from '../../../../shared/memories/memories.ts';
import { invalidateTopics } from '../../../lib/api/changed-queries.ts';
import { write } from '../../../lib/api/request.ts';

const memoriesPath = '/api/memories';

/** All memories of the signed-in person, newest first. */
export function useMemories() {
  return useQuery<Memory[]>({ queryKey: [memoriesPath], meta: { failure: 'Failed to fetch memories' } });
}

/** One memory; nothing is read while `id` is null. Whoever asks says in its place that it could not be had. */
export function useMemory(id: string | null) {
  return useQuery<Memory>({ queryKey: [memoriesPath, id], enabled: id !== null });
}

/** The counts of the signed-in person's memories by type, deliveries and items. */
export function useStats() {
  return useQuery<UserStats>({ queryKey: ['/api/user/stats'], meta: { failure: 'Failed to fetch stats' } });
}

/** Its undelivered schedules go with it, so those are re-read too. */
export function useDeleteMemory() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => write('DELETE', `${memoriesPath}/${id}`),
    onSuccess: () => invalidateTopics(queries, ['memories', 'stats', 'schedules']),
  });
}
