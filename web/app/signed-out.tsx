import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { isScreen, signedInScreens } from '../../shared/screens.ts';
import { isStaffPath, signInFor } from '../lib/sign-in-path.ts';
import { LandingPage } from '../pages/landing-page.tsx';
import { Arrival } from './arrival.tsx';
import { SessionEndBanner } from './session-end-banner.tsx';

/** A page that needs a sign-in asks for one and then returns to the page; any other path shows the landing page. */
export function SignedOut({ path }: { path: string }) {
  const [, navigate] = useLocation();
  const isAsked = isStaffPath(path) || isScreen(signedInScreens, path);
  useEffect(() => {
    if (isAsked) navigate(signInFor(path, window.location.search.slice(1)), { replace: true });
  }, [isAsked, path, navigate]);
  if (isAsked) return null;
  return (
    <>
      <SessionEndBanner />
      <LandingPage />
      <Arrival />
    </>
  );
}
