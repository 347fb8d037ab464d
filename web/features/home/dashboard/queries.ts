import { useQuery } from '@tanstack/react-query';
import type { Attention } from '../../../../shared/home/attention.ts';

/** What needs the owner. Read again whenever a page opens that says it: much of it happens without them. */
export function useAttention() {
  return useQuery<Attention>({ queryKey: ['/api/attention'], refetchOnMount: 'always' });
}
