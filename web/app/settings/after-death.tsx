import { lazy, Suspense } from 'react';
import type { User } from '../../../shared/accounts/accounts.ts';
import { Skeleton } from '../../ui/skeleton.tsx';

const AfterDeathTab = lazy(async () => ({
  default: (await import('../../features/after-death/release-wishes/after-death-tab.tsx')).AfterDeathTab,
}));

/** Loaded when its tab is opened. */
export function AfterDeath({ profile }: { profile: User }) {
  return (
    <Suspense fallback={<Skeleton className="h-80" />}>
      <AfterDeathTab profile={profile} />
    </Suspense>
  );
}
