import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UserStats } from '../../../../shared/accounts/stats.ts';
import type { GivenChoice } from '../../../../shared/given-choice.ts';
import type { Memory } from '../../../../shared/memories/memories.ts';
import type { MemoryReach } from '../../../../shared/memories/memory-reach.ts';
import { invalidateTopics } from '../../../lib/api/changed-queries.ts';
import { write } from '../../../lib/api/request.ts';

const memoriesPath = '/api/memories';

/** Newest first. */
export function useMemories() {
  return useQuery<Memory[]>({ queryKey: [memoriesPath], meta: { failure: 'Failed to fetch memories' } });
}

/** The same on demand, waiting for a request in progress; empty if they cannot be loaded. */
export function useFetchMemories() {
  const queries = useQueryClient();
  return () => queries.fetchQuery<Memory[]>({ queryKey: [memoriesPath] }).catch((): Memory[] => []);
}

/** Adds a memory that has just been stored to the list, until that is loaded again. */
export function useListMemory() {
  const queries = useQueryClient();
  return (memory: Memory) =>
    queries.setQueryData<Memory[]>([memoriesPath], (known) => {
      const others = known?.filter(({ id }) => id !== memory.id);
      return others && [memory, ...others];
    });
}

/** Disabled while `id` is null. Has no failure toast: the caller shows the error in place. */
export function useMemory(id: string | null) {
  return useQuery<Memory>({ queryKey: [memoriesPath, id], enabled: id !== null });
}

/** The same, for reading: shows the list's copy until the response arrives. */
export function useMemoryToRead(id: string) {
  const queries = useQueryClient();
  return useQuery<Memory>({
    queryKey: [memoriesPath, id],
    placeholderData: () => queries.getQueryData<Memory[]>([memoriesPath])?.find((memory) => memory.id === id),
  });
}

/** Who has a memory and who is still to get it. Never cached: it must be current when the person decides. */
const reachOf = (id: string) => ({ queryKey: [memoriesPath, id, 'reach'], staleTime: 0, gcTime: 0 });

export function useReach(id: string) {
  return useQuery<MemoryReach>({
    ...reachOf(id),
    meta: { failure: 'Failed to fetch who has received this' },
  });
}

/** The same, on demand. */
export function useFetchReach() {
  const queries = useQueryClient();
  return (id: string) => queries.fetchQuery<MemoryReach>(reachOf(id));
}

/** The counts of the signed-in person's memories by type, deliveries and items. */
export function useStats({ isWanted = true }: { isWanted?: boolean } = {}) {
  return useQuery<UserStats>({
    queryKey: ['/api/user/stats'],
    enabled: isWanted,
    meta: { failure: 'Failed to fetch stats' },
  });
}

/** Whether the owner's journal goes with a letter. */
export function usePutJournalIn() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version, withJournal }: Pick<Memory, 'id' | 'version' | 'withJournal'>) =>
      write<Memory>('PATCH', `${memoriesPath}/${id}`, { version, withJournal }),
    onSuccess: () => invalidateTopics(queries, ['memories']),
  });
}

/** Also refreshes the schedules, because the undelivered ones are deleted with the memory. */
export function useDeleteMemory() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, received }: { id: string; received: GivenChoice }) =>
      write('DELETE', `${memoriesPath}/${id}?received=${received}`),
    onSuccess: () => invalidateTopics(queries, ['memories', 'stats', 'schedules', 'legacy']),
  });
}
