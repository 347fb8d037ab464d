import { useQuery } from '@tanstack/react-query';
import type { User } from '../../../../shared/accounts/accounts.ts';
import { readIfSignedIn } from '../../../lib/api/request.ts';

const profilePath = '/api/user/profile';

/** The signed-in user; null when the server finds no session. */
export function useProfile() {
  return useQuery<User | null>({
    queryKey: [profilePath],
    queryFn: ({ signal }) => readIfSignedIn<User>(profilePath, { signal }),
  });
}
