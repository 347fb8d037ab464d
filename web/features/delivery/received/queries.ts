import { useQuery } from '@tanstack/react-query';
import type { MemoryReply, RepliedTo } from '../../../../shared/delivery/received-acts.ts';

/** What was written back to the owner about one memory. */
export function useReplies(memoryId: string) {
  return useQuery<MemoryReply[]>({
    queryKey: ['/api/memories', memoryId, 'replies'],
    meta: { failure: 'Failed to fetch what was written back to you' },
  });
}

/** Which memories somebody wrote back about, and who did. */
export function useRepliedTo() {
  return useQuery<RepliedTo[]>({ queryKey: ['/api/memories', 'replies'] });
}
