import { useEffect } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { SiteName } from '../../../ui/site-name.tsx';
import { SignedOutOutcome } from './payment-outcome.tsx';
import { SandboxPaymentPage } from './sandbox-payment-page.tsx';

/** The payment screens that need no sign-in: the sandbox payment page, and the two checkout screens when signed out. */
export function OpenCheckout() {
  return (
    <Switch>
      <Route path="/sandbox-payment/:id">{({ id }) => <SandboxPaymentPage key={id} id={id} />}</Route>
      <Route path="/checkout-success">
        <header className="mx-auto w-full max-w-150 px-4.5 pt-[calc(1rem+env(safe-area-inset-top))] md:px-6">
          <SiteName href="/" />
        </header>
        <SignedOutOutcome />
      </Route>
      <Route component={ToSignIn} />
    </Switch>
  );
}

/** Choosing a plan requires an account. */
function ToSignIn() {
  const [, navigate] = useLocation();
  useEffect(() => navigate('/auth', { replace: true }), [navigate]);
  return null;
}
