import { useQuery } from '@tanstack/react-query';
import type { User } from '../../../shared/accounts/accounts.ts';
import { readIfSignedIn } from '../../lib/api/request.ts';

const path = '/api/user/profile';

/** The signed-in member of staff; undefined while loading, null when nobody is signed in. */
export function useMe() {
  return useQuery<User | null>({
    queryKey: [path],
    queryFn: ({ signal }) => readIfSignedIn<User>(path, { signal }),
  });
}
