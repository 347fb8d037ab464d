import { useQuery } from '@tanstack/react-query';
import type { UserStats } from '../../../../shared/accounts/accounts.ts';

/** How many memories of each type, deliveries and items the signed-in person has. */
export function useStats() {
  return useQuery<UserStats>({ queryKey: ['/api/user/stats'], meta: { failure: 'Failed to fetch stats' } });
}
