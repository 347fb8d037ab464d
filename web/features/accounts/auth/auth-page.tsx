import { Suspense } from 'react';
import { useLocation, useSearch } from 'wouter';
import { lazyComponent } from '../../../lib/lazy.ts';
import { Card } from '../../../ui/card.tsx';
import { Link } from '../../../ui/link.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { AuthHeader } from './auth-screen.tsx';
import { pendingSignUp } from './pending-sign-up.ts';
import { SignInForm } from './sign-in-form.tsx';

// Shown beside the form, or below it, so that nothing moves when it loads.
const Benefits = lazyComponent(async () => (await import('./benefits.tsx')).Benefits);
const SignUpForm = lazyComponent(async () => (await import('./sign-up-form.tsx')).SignUpForm);

type Mode = 'signin' | 'signup';

const titles: Record<Mode, string> = { signin: 'Welcome Back', signup: 'Create Your Account' };

const leads: Record<Mode, string> = {
  signin: 'Sign in to what you have written and planned.',
  signup: 'Then write your first letter. It takes about ten minutes.',
};

export function AuthPage() {
  const query = new URLSearchParams(useSearch());
  // The legal pages link back to /auth, whoever reads them.
  const isBack = query.get('mode') === null && pendingSignUp() !== null;
  const mode: Mode = isBack || query.get('mode') === 'signup' ? 'signup' : 'signin';
  const plan = query.get('plan');
  const [, navigate] = useLocation();
  return (
    <div className="mx-auto w-full max-w-[calc(var(--container-page)+3rem)] px-4.5 pb-20 md:px-6">
      <title>{`${titles[mode]} · Long After`}</title>
      <AuthHeader />
      <main
        id="main"
        tabIndex={-1}
        className="grid gap-x-20 gap-y-12 pt-6 outline-none md:pt-12 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]"
      >
        <div>
          <h1 className="text-display">{titles[mode]}</h1>
          <p className="mt-1.5 mb-7 text-lead text-ink-soft">{leads[mode]}</p>
          <Card className="md:p-8">
            <Tabs
              label="Sign in or sign up"
              isFullWidth
              selected={mode}
              onSelect={(next) =>
                navigate(`/auth?${new URLSearchParams({ mode: next, ...(plan && { plan }) })}`, {
                  replace: true,
                })
              }
              items={[
                { key: 'signin', label: 'Sign In', content: <SignInForm /> },
                { key: 'signup', label: 'Sign Up', content: <SignUp askedPlan={plan} /> },
              ]}
            />
          </Card>
          <p className="mt-5 flex flex-wrap items-center gap-x-6 text-small">
            <Link href="/terms-of-service" className="inline-flex min-h-11 items-center">
              Terms of Service
            </Link>
            <Link href="/privacy-policy" className="inline-flex min-h-11 items-center">
              Privacy Policy
            </Link>
          </p>
        </div>
        <Suspense fallback={null}>
          <Benefits isNew={mode === 'signup'} />
        </Suspense>
      </main>
    </div>
  );
}

function SignUp({ askedPlan }: { askedPlan: string | null }) {
  return (
    <Suspense fallback={<Skeleton className="h-300" />}>
      <SignUpForm askedPlan={askedPlan} />
    </Suspense>
  );
}
