import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { useSessionUser } from '../features/accounts/auth/sessions/sessions.ts';
import { signOut } from '../features/accounts/auth/sessions/sign-out.ts';
import { createQueryClient } from '../lib/api/query-client.ts';
import { lazyComponent } from '../lib/lazy.ts';
import { isStaffPath } from '../lib/sign-in-path.ts';
import { QuestionProvider } from '../ui/question-provider.tsx';
import { dismissErrors, toast } from '../ui/toast.ts';
import { ToastPlace } from '../ui/toast-place.ts';
import { Arrival, SkipLink } from './arrival.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { ErrorBoundary, PageSkeleton } from './error-boundary.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { SessionGuard } from './session-guard.tsx';
import { TopBar } from './top-bar.tsx';

const CheckoutPage = lazyComponent(
  async () => (await import('../features/billing/payments/checkout-page.tsx')).CheckoutPage,
);
const CheckoutSuccessPage = lazyComponent(
  async () => (await import('../features/billing/payments/checkout-success-page.tsx')).CheckoutSuccessPage,
);
const CounselingPage = lazyComponent(
  async () => (await import('../features/care/counseling/counseling-page.tsx')).CounselingPage,
);
const DashboardPage = lazyComponent(
  async () => (await import('../features/home/dashboard/dashboard-page.tsx')).DashboardPage,
);
const LegacyPage = lazyComponent(
  async () => (await import('../features/memories/legacy/legacy-page.tsx')).LegacyPage,
);
const MistakenReportBanner = lazyComponent(
  async () =>
    (await import('../features/after-death/death-cases/death-reports/mistaken-report-banner.tsx'))
      .MistakenReportBanner,
);
const ItemsPage = lazyComponent(
  async () => (await import('../features/keepsakes/physical-items/items-page.tsx')).ItemsPage,
);
const MemoryScreen = lazyComponent(async () => (await import('./memory-screen.tsx')).MemoryScreen);
const PersonPage = lazyComponent(
  async () => (await import('../features/delivery/deliveries/life-thread/person-page.tsx')).PersonPage,
);
const PreviewPage = lazyComponent(
  async () => (await import('../features/delivery/deliveries/previews/preview-page.tsx')).PreviewPage,
);
const RecipientsPage = lazyComponent(
  async () =>
    (await import('../features/delivery/deliveries/life-thread/recipients-page.tsx')).RecipientsPage,
);
const RestoreAccountPage = lazyComponent(
  async () =>
    (await import('../features/data-rights/account-deletion/restore-account-page.tsx')).RestoreAccountPage,
);
const SchedulesPage = lazyComponent(
  async () => (await import('../features/delivery/deliveries/schedules/schedules-page.tsx')).SchedulesPage,
);
const SettingsPage = lazyComponent(async () => (await import('./settings/settings-page.tsx')).SettingsPage);
const SheetPage = lazyComponent(
  async () => (await import('../features/after-death/release-wishes/sheet/sheet-page.tsx')).SheetPage,
);
const StaffPages = lazyComponent(async () => (await import('../staff/staff-pages.tsx')).StaffPages);
const StorePage = lazyComponent(
  async () => (await import('../features/store/gifts/store-page.tsx')).StorePage,
);
const UnconfirmedEmailBanner = lazyComponent(
  async () =>
    (await import('../features/accounts/auth/security/unconfirmed-email-banner.tsx')).UnconfirmedEmailBanner,
);
const WentOutPage = lazyComponent(
  async () => (await import('../features/after-death/death-cases/releases/went-out-page.tsx')).WentOutPage,
);
const UploadScreen = lazyComponent(async () => (await import('./upload-screen.tsx')).UploadScreen);

/** Has its own query cache, so that the next person to sign in starts with an empty one. */
export function SignedInApp() {
  const [queries] = useState(createAppQueries);
  const { erasedAfter } = useSessionUser();
  const [path] = useLocation();
  const isAtWork = isStaffPath(path) && !erasedAfter;
  useEffect(keepOfflinePage, []);
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

/** Without the bars of one's own memories. */
function StaffConsole() {
  const [, navigate] = useLocation();
  function leave() {
    signOut();
    navigate('/');
  }
  return (
    <ErrorBoundary>
      <SkipLink />
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
    <div className="min-h-dvh max-md:tall:pb-[calc(4.5rem+env(safe-area-inset-bottom))]">
      <SkipLink />
      <TopBar />
      <UnconfirmedEmail />
      <Suspense fallback={null}>
        <MistakenReportBanner />
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

/** If a page crashes, the bars stay, and navigating away recovers. */
function SignedInPages() {
  const [path] = useLocation();
  return (
    <ErrorBoundary key={path}>
      <Switch>
        <Route path="/" component={DashboardPage} />
        <Route path="/upload" component={UploadScreen} />
        <Route path="/memories/:id">{({ id }) => <MemoryScreen id={id} />}</Route>
        <Route path="/preview/:id">{({ id }) => <PreviewPage key={id} memoryId={id} />}</Route>
        <Route path="/legacy" component={LegacyPage} />
        <Route path="/schedule" component={SchedulesPage} />
        <Route path="/recipients" component={RecipientsPage} />
        <Route path="/recipients/:id" component={PersonPage} />
        <Route path="/store" component={StorePage} />
        <Route path="/counselor" component={CounselingPage} />
        <Route path="/physical-items" component={ItemsPage} />
        <Route path="/settings" component={SettingsPage} />
        <Route path="/settings/sheet" component={SheetPage} />
        <Route path="/what-went-out" component={WentOutPage} />
        <Route path="/checkout" component={CheckoutPage} />
        <Route path="/checkout-success" component={CheckoutSuccessPage} />
        <Route component={NotFoundPage} />
      </Switch>
      <Arrival />
    </ErrorBoundary>
  );
}

/** Query client that shows a toast where a failed read has no panel, and takes errors away that are over. */
export function createAppQueries() {
  return createQueryClient(
    (failure) => toast({ variant: 'destructive', title: 'Error', description: failure }),
    dismissErrors,
  );
}

/** Has the browser show a page of ours where there is no connection. Without it nothing else is missing. */
export function keepOfflinePage(): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.register('/offline-worker.js').catch(() => undefined);
}
