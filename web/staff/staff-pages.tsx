import { Route, Switch } from 'wouter';
import type { User } from '../../shared/accounts/accounts.ts';
import { fullNameOf } from '../../shared/names.ts';
import { Link } from '../ui/link.tsx';
import { Skeleton, SkeletonArea } from '../ui/skeleton.tsx';
import { showTimesIn } from './console/format.ts';
import { useFreshLists, useMe } from './console/queries.ts';
import { PersonBar, Sidebar } from './console/sidebar.tsx';
import { pages } from './console-pages.ts';
import { HoldBanner } from './deliveries/holds.tsx';
import { PackingPage } from './deliveries/packing.tsx';
import { useQueueCounts } from './overview/queries.ts';
import { FindPerson } from './people/people.tsx';
import { PersonPage } from './people/person.tsx';

/** The staff console: one page per queue. Everybody else reads that it is not for them. */
export function StaffPages({ onSignOut }: { onSignOut: () => void }) {
  const { data: me } = useMe();
  if (!me) return <ConsoleSkeleton />;
  showTimesIn(me.timezone);
  return me.isAdmin ? <Console me={me} onSignOut={onSignOut} /> : <NotForYou />;
}

/** Names nothing until it is known whether the person is staff. */
function ConsoleSkeleton() {
  return (
    <SkeletonArea label="Loading the staff console" className="lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <div className="h-17 border-line max-lg:border-b lg:h-dvh lg:border-r" />
      <div className="px-4.5 pt-3 lg:px-8">
        <Skeleton className="h-12 max-w-sm" />
        <Skeleton className="mt-6 h-12 w-72" />
        <Skeleton className="mt-3 h-6 max-w-140" />
        <Skeleton className="mt-8 h-110 rounded-card" />
      </div>
    </SkeletonArea>
  );
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

function Console({ me, onSignOut }: { me: User; onSignOut: () => void }) {
  useFreshLists();
  const countOf = useQueueCounts();
  const entries = pages.map((group) =>
    group.map(({ href, label, queue }) => ({ href, label, count: queue && countOf(queue) })),
  );
  const person = { name: fullNameOf(me), onSignOut };
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <Sidebar groups={[...entries, [{ href: '/', label: 'Back to my account' }]]}>
        <PersonBar {...person} className="justify-between px-3 lg:hidden" />
      </Sidebar>
      <div className="min-w-0">
        <div className="flex items-center justify-between gap-5 px-4.5 pt-3 lg:px-8">
          <FindPerson />
          <PersonBar {...person} className="max-lg:hidden" />
        </div>
        <HoldBanner />
        <Switch>
          {pages.flat().map(({ href, Page }) => (
            <Route key={href} path={href} component={Page} />
          ))}
          <Route path="/admin/deliveries/:id/packing">{({ id }) => <PackingPage key={id} id={id} />}</Route>
          <Route path="/admin/people/:id">{({ id }) => <PersonPage key={id} id={id} />}</Route>
          <Route component={NoSuchPage} />
        </Switch>
      </div>
    </div>
  );
}

function NoSuchPage() {
  return (
    <main id="main" tabIndex={-1} className="px-4.5 py-10 outline-none lg:px-8">
      <title>Page not found · Long After</title>
      <h1 className="text-heading">This page could not be found</h1>
      <p className="mt-3 text-ink-soft">What waits for us is on the overview.</p>
      <p className="mt-6">
        <Link href="/admin" className="inline-flex min-h-11 items-center">
          Go to the overview
        </Link>
      </p>
    </main>
  );
}
