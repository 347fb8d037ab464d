import { Suspense } from 'react';
import { Route, Router, Switch, useLocation } from 'wouter';
import { sessionKey, useSession } from '../features/accounts/auth/sessions/sessions.ts';
import { lazyComponent } from '../lib/lazy.ts';
import { useOnline } from '../lib/use-online.ts';
import { OfflineBanner } from '../ui/offline-banner.tsx';
import { RouterProvider } from '../ui/router-provider.tsx';
import { Toaster } from '../ui/toaster.tsx';
import { Arrival, useArrivingLocation } from './arrival.tsx';
import { ErrorBoundary, PageSkeleton } from './error-boundary.tsx';
import { SessionEndBanner } from './session-end-banner.tsx';

const AccountLinksPage = lazyComponent(
  async () => (await import('../features/accounts/auth/account-links-page.tsx')).AccountLinksPage,
);
const AlivePage = lazyComponent(
  async () => (await import('../features/after-death/death-cases/alive/alive-page.tsx')).AlivePage,
);
const AuthPage = lazyComponent(
  async () => (await import('../features/accounts/auth/auth-page.tsx')).AuthPage,
);
const KeepCurrentPage = lazyComponent(
  async () => (await import('../features/billing/past-due/keep-current-page.tsx')).KeepCurrentPage,
);
const OpenCheckout = lazyComponent(
  async () => (await import('../features/billing/payments/open-checkout.tsx')).OpenCheckout,
);
const PublicTexts = lazyComponent(async () => (await import('./public-texts.tsx')).PublicTexts);
const ReportADeathPage = lazyComponent(
  async () =>
    (await import('../features/after-death/death-cases/death-reports/report-a-death-page.tsx'))
      .ReportADeathPage,
);
const PersonLinks = lazyComponent(async () => (await import('./person-links.tsx')).PersonLinks);
const SignedInApp = lazyComponent(async () => (await import('./signed-in-app.tsx')).SignedInApp);
const SignedOut = lazyComponent(async () => (await import('./signed-out.tsx')).SignedOut);
const TrustedPage = lazyComponent(
  async () => (await import('../features/after-death/trusted-access/trusted-page.tsx')).TrustedPage,
);

const accountLinks =
  /^\/(forgot-password|(reset-password|verify-email|confirm-(second-)?email|undo-email-change|undo-two-factor)\/[^/]+)$/;

const personLinks = /^\/(?<of>address|asked|guardian)\/(?<token>[^/]+)$/;
const publicTexts = /^\/(?<of>faq|how-we-keep-it|terms-of-service|privacy-policy)\/?$/;
const openCheckout = /^\/(checkout(-success)?|sandbox-payment\/[^/]+)$/;

export function App() {
  const isOnline = useOnline();
  return (
    <Router hook={useArrivingLocation}>
      <ErrorBoundary>
        <OfflineBanner isOffline={!isOnline} />
        <Suspense fallback={<PageSkeleton />}>
          <Pages />
        </Suspense>
        <Toaster />
      </ErrorBoundary>
    </Router>
  );
}

/** Public pages have their own routes; any other path shows the signed-in app, or the signed-out screens. */
function Pages() {
  const { isAuthenticated, token } = useSession();
  const [path, navigate] = useLocation();
  return (
    <RouterProvider navigate={navigate}>
      <Switch>
        <Route path="/auth">
          <SessionEndBanner />
          <AuthPage />
          <Arrival />
        </Route>
        <Route path={accountLinks}>
          <AccountLinksPage />
          <Arrival />
        </Route>
        <Route path={isAuthenticated ? '/sandbox-payment/:id' : openCheckout}>
          <OpenCheckout />
        </Route>
        <Route path="/report-a-death/:token?">
          {({ token: link }) => (
            <>
              <ReportADeathPage key={link} token={link} />
              <Arrival />
            </>
          )}
        </Route>
        <Route path="/alive/:token?">{({ token: link }) => <AlivePage key={link} token={link} />}</Route>
        <Route path="/trusted/:token">{({ token: link }) => <TrustedPage key={link} token={link} />}</Route>
        <Route path={personLinks}>
          {({ of, token: link = '' }) => <PersonLinks key={link} of={of} token={link} />}
        </Route>
        <Route path="/keep-current/:token">
          {({ token: link }) => <KeepCurrentPage key={link} token={link} />}
        </Route>
        <Route path={publicTexts}>
          {({ of = '' }) => (
            <>
              <PublicTexts of={of} />
              <Arrival />
            </>
          )}
        </Route>
        <Route>
          {isAuthenticated ? <SignedInApp key={sessionKey(token)} /> : <SignedOut key={path} path={path} />}
        </Route>
      </Switch>
    </RouterProvider>
  );
}
