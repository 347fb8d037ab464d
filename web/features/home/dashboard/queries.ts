import { useQuery } from '@tanstack/react-query';
import type { Attention } from '../../../../shared/home/attention.ts';

/** What needs the owner's attention. Loaded again whenever a page that shows it opens, since much of it happens without them. */
export function useAttention() {
  return useQuery<Attention>({ queryKey: ['/api/attention'], refetchOnMount: 'always' });
}
