import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Preview } from '../../../../../shared/delivery/previews.ts';

/** What a recipient would see of a memory; with null, what anybody would see. Has no failure toast: the page shows it. */
export function usePreview(memoryId: string, recipientId: string | null) {
  const query = recipientId ? `?recipientId=${encodeURIComponent(recipientId)}` : '';
  return useQuery<Preview>({
    queryKey: ['/api/memories', memoryId, `preview${query}`],
    staleTime: 0,
    // With other eyes the page stays until what they see is here.
    placeholderData: keepPreviousData,
  });
}
