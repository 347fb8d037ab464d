import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useSessionUser } from '../features/accounts/auth/sessions/sessions.ts';
import { signOut } from '../features/accounts/auth/sessions/sign-out.ts';
import { createQueryClient } from '../lib/api/query-client.ts';
import { useFocusGuard } from '../lib/focus-guard.ts';
import { lazyComponent } from '../lib/lazy.ts';
import { isStaffPath } from '../lib/sign-in-path.ts';
import { QuestionProvider } from '../ui/question-provider.tsx';
import { dismissErrors, toast } from '../ui/toast.ts';
import { ToastPlace } from '../ui/toast-place.ts';
import { Arrival } from './arrival.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { ErrorBoundary, PageSkeleton } from './error-boundary.tsx';
import { SessionGuard } from './session-guard.tsx';
import { SignedInPages } from './signed-in-pages.tsx';
import { TopBar } from './top-bar.tsx';

const ReportBanner = lazyComponent(async () => (await import('./report-banner.tsx')).ReportBanner);
const RestoreAccountPage = lazyComponent(
  async () =>
    (await import('../features/data-rights/account-data/account-deletion/restore-account-page.tsx'))
      .RestoreAccountPage,
);
const StaffPages = lazyComponent(async () => (await import('../staff/staff-pages.tsx')).StaffPages);
const UnconfirmedEmailBanner = lazyComponent(
  async () =>
    (await import('../features/accounts/auth/security/unconfirmed-email-banner.tsx')).UnconfirmedEmailBanner,
);

/** Has its own query cache, so that the next person to sign in starts with an empty one. */
export function SignedInApp() {
  const [queries] = useState(createAppQueries);
  const { erasedAfter } = useSessionUser();
  const [path] = useLocation();
  const isAtWork = isStaffPath(path) && !erasedAfter;
  useEffect(keepOfflinePage, []);
  useFocusGuard();
  return (
    <QueryClientProvider client={queries}>
      <QuestionProvider>
        <SessionGuard />
        <ToastPlace />
        {isAtWork ? <StaffConsole /> : <OwnPages />}
      </QuestionProvider>
    </QueryClientProvider>
  );
}

/** Without the navigation bars of the owner's own pages. */
function StaffConsole() {
  const [, navigate] = useLocation();
  function leave() {
    signOut();
    navigate('/');
  }
  return (
    <ErrorBoundary>
      <Suspense fallback={<PageSkeleton />}>
        <StaffPages onSignOut={leave} />
        <Arrival />
      </Suspense>
    </ErrorBoundary>
  );
}

function OwnPages() {
  const { erasedAfter } = useSessionUser();
  return (
    <div className="min-h-dvh max-md:high:pb-[calc(--spacing(18)+env(safe-area-inset-bottom))]">
      <TopBar />
      <UnconfirmedEmail />
      <Suspense fallback={null}>
        <ReportBanner />
      </Suspense>
      <Suspense fallback={<PageSkeleton />}>
        {erasedAfter ? <RestoreAccountPage /> : <SignedInPages />}
      </Suspense>
      {!erasedAfter && <BottomBar />}
    </div>
  );
}

function UnconfirmedEmail() {
  const { email, emailVerified, erasedAfter } = useSessionUser();
  if (emailVerified || erasedAfter) return null;
  return (
    <Suspense fallback={null}>
      <UnconfirmedEmailBanner email={email} />
    </Suspense>
  );
}

/** The query client. Shows a toast if a failed read has no panel, and dismisses errors that are over. */
function createAppQueries() {
  return createQueryClient(
    (failure) => toast({ variant: 'destructive', title: 'Error', description: failure }),
    dismissErrors,
  );
}

/** Has the browser show our own page when it is offline. Nothing else depends on it. */
function keepOfflinePage(): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.register('/offline-worker.js').catch(() => undefined);
}
