import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useProfile } from '../features/sessions/queries.ts';
import { replaceStoredUser, useSession } from '../features/sessions/sessions.ts';
import { followChanges } from '../lib/api/change-stream.ts';
import { invalidateTopics } from '../lib/api/changed-queries.ts';
import { endRefusedSession } from '../lib/api/session-end.ts';

/** Watches over the session while somebody is signed in: who they are, what changes, whether they are still there. */
export function SessionGuard() {
  useStoredProfile();
  useChangeStream();
  return null;
}

/** The server's word about the person replaces the stored one; where it knows of no session, this one is over. */
function useStoredProfile(): void {
  const { token } = useSession();
  const { data: profile } = useProfile();
  useEffect(() => {
    if (profile) replaceStoredUser(profile);
    if (profile === null) endRefusedSession(token);
  }, [profile, token]);
}

function useChangeStream(): void {
  const queries = useQueryClient();
  useEffect(
    () =>
      followChanges({
        onChange: (topics) => void invalidateTopics(queries, topics),
        onRefused: () => void invalidateTopics(queries, ['profile']),
      }),
    [queries],
  );
}
