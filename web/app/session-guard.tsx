import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import type { ChangeTopic } from '../../shared/system/events.ts';
import { useProfile } from '../features/accounts/auth/sessions/queries.ts';
import { replaceStoredUser } from '../features/accounts/auth/sessions/sessions.ts';
import { endIdleSession, keepSessionAlive } from '../features/accounts/auth/sessions/sign-out.ts';
import { isActivityRunning } from '../lib/activity.ts';
import { followChanges } from '../lib/api/change-stream.ts';
import { invalidateAnnounced } from '../lib/api/changed-queries.ts';
import { onCredentialsChange, readCredentials } from '../lib/api/credentials.ts';
import { afterTokenRenewal } from '../lib/api/token-renewal.ts';
import { lazyComponent } from '../lib/lazy.ts';
import { followPlayback } from '../lib/playback.ts';
import { type Idle, useIdle } from '../lib/use-idle.ts';

const loadWarning = () => import('./idle-warning.tsx');
const IdleWarning = lazyComponent(async () => (await loadWarning()).IdleWarning);
const activityCheckMilliseconds = 60_000;

/** While somebody is signed in: keeps the stored user current, follows changes, and signs out when idle. */
export function SessionGuard() {
  useStoredProfile();
  useChangeStream();
  const idle = useIdle({ isSignedIn: true, onEnd: endIdleSession, onKeepAlive: keepSessionAlive });
  useRunningActivity(idle);
  // Preloaded, because the network may be gone when it is needed.
  useEffect(() => void loadWarning(), []);
  return (
    <Suspense fallback={null}>
      {idle.phase === 'warning' && <IdleWarning onStay={idle.stayActive} />}
    </Suspense>
  );
}

/** Replaces the stored user with the server's version. */
function useStoredProfile(): void {
  const { data: profile } = useProfile();
  useEffect(() => {
    if (profile) replaceStoredUser(profile);
  }, [profile]);
}

const isSignedIn = () => readCredentials().token !== null;

function useChangeStream(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const readAgain = async (topics: readonly ChangeTopic[]) => {
      await afterTokenRenewal();
      if (isSignedIn()) await invalidateAnnounced(queries, topics);
    };
    const stopFollowing = followChanges({
      onChange: (topics) => void readAgain(topics),
      onRefused: () => void readAgain(['profile']),
    });
    // These screens stay until the public ones are loaded; anything they still requested would be refused.
    const stopWatching = onCredentialsChange(() => {
      if (isSignedIn()) return;
      stopFollowing();
      void queries.cancelQueries();
    });
    return () => {
      stopWatching();
      stopFollowing();
    };
  }, [queries]);
}

/** Recordings, playing videos and uploads count as activity, although nobody touches anything. */
function useRunningActivity({ stayActive }: Idle): void {
  useEffect(() => followPlayback(document), []);
  useEffect(() => {
    const timer = window.setInterval(() => {
      if (isActivityRunning()) stayActive();
    }, activityCheckMilliseconds);
    return () => window.clearInterval(timer);
  }, [stayActive]);
}
