import { useQuery } from '@tanstack/react-query';
import type { MemoryReply } from '../../../../shared/delivery/received-acts.ts';

/** What was written back to the owner about one memory. */
export function useReplies(memoryId: string) {
  return useQuery<MemoryReply[]>({
    queryKey: ['/api/memories', memoryId, 'replies'],
    meta: { failure: 'Failed to fetch what was written back to you' },
  });
}
