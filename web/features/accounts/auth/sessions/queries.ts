import { useQuery } from '@tanstack/react-query';
import type { User } from '../../../../../shared/accounts/accounts.ts';
import { readCredentials } from '../../../../lib/api/credentials.ts';
import { readIfSignedIn } from '../../../../lib/api/request.ts';
import { endRefusedSession } from '../../../../lib/api/session-end.ts';
import { deviceTimeZone } from '../../../../lib/device.ts';
import { useSessionUser } from './sessions.ts';

const profilePath = '/api/user/profile';

/** The signed-in user; null if the server finds no session. */
export function useProfile() {
  return useQuery<User | null>({
    queryKey: [profilePath],
    queryFn: ({ signal }) => readProfile(signal),
  });
}

/** Ends the session if the server has none. */
async function readProfile(signal: AbortSignal): Promise<User | null> {
  const { token } = readCredentials();
  const profile = await readIfSignedIn<User>(profilePath, { signal });
  if (profile === null) void endRefusedSession(token);
  return profile;
}

/** The time zone in which dates and times are shown to the signed-in person. */
export function useTimeZone(): string {
  return useSessionUser().timezone ?? deviceTimeZone();
}
