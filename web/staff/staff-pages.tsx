import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Route, Switch } from 'wouter';
import type { User } from '../../shared/accounts/accounts.ts';
import { readIfSignedIn } from '../lib/api/request.ts';
import { Link } from '../ui/link.tsx';
import { DeliveriesPage } from './deliveries/deliveries-page.tsx';
import { stoppedCount, useDeliveryCounts } from './deliveries/queries.ts';
import { useFreshLists } from './use-fresh-lists.ts';

const profilePath = '/api/user/profile';

/** The staff console: one page per queue. Everybody else reads that it is not for them. */
export function StaffPages() {
  const { data: me } = useQuery<User | null>({
    queryKey: [profilePath],
    queryFn: ({ signal }) => readIfSignedIn<User>(profilePath, { signal }),
  });
  if (!me) return null;
  return me.isAdmin ? <Console me={me} /> : <NotForYou />;
}

function NotForYou() {
  return (
    <main id="main" tabIndex={-1} className="mx-auto max-w-measure px-4.5 py-20 text-center outline-none">
      <title>For staff · Long After</title>
      <h1 className="text-heading">This is for staff</h1>
      <p className="mt-3 text-ink-soft">Your own letters and memories are where you left them.</p>
      <p className="mt-6">
        <Link href="/">Back to my account</Link>
      </p>
    </main>
  );
}

function Console({ me }: { me: User }) {
  useFreshLists();
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <header className="border-line px-4.5 pt-5 max-lg:border-b max-lg:pb-2 lg:border-r lg:px-5">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 lg:grid lg:gap-1">
          <p className="font-serif text-lead font-medium">
            Long After <span className="font-sans text-small font-normal text-ink-soft">staff</span>
          </p>
          <p className="text-small text-ink-soft">
            {me.firstName} {me.lastName}
          </p>
        </div>
        <nav aria-label="Queues" className="mt-3 lg:mt-6">
          <ul className="flex flex-wrap items-center gap-x-5 lg:grid lg:gap-1">
            <QueueLink />
            <li className="lg:mt-6">
              <Link href="/" className="inline-flex min-h-11 items-center text-small">
                Back to my account
              </Link>
            </li>
          </ul>
        </nav>
      </header>
      <Switch>
        <Route path={/^\/admin(\/deliveries)?$/}>
          <DeliveriesPage hasTwoFactor={me.twoFactorEnabled} />
        </Route>
        <Route>
          <Missing>This page could not be found</Missing>
        </Route>
      </Switch>
    </div>
  );
}

function QueueLink() {
  const { data: counts } = useDeliveryCounts();
  return (
    <li>
      <Link
        href="/admin/deliveries"
        variant="plain"
        aria-current="page"
        className="flex min-h-11 items-center justify-between gap-3 rounded-control bg-gold-wash px-3 font-semibold"
      >
        Deliveries
        {counts && <span className="tabular-nums">{stoppedCount(counts)}</span>}
      </Link>
    </li>
  );
}

function Missing({ children }: { children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className="px-4.5 py-10 outline-none">
      <h1 className="text-heading">{children}</h1>
    </main>
  );
}
