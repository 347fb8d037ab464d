import { Route, Switch } from 'wouter';
import type { User } from '../../shared/accounts/accounts.ts';
import { Link } from '../ui/link.tsx';
import { AuditLogPage } from './audit-log/audit-log.tsx';
import { useMe } from './console/me.ts';
import { Rail } from './console/rail.tsx';
import { useFreshLists } from './console/use-fresh-lists.ts';
import { DeliveriesPage } from './deliveries/deliveries.tsx';
import { stoppedCount, useDeliveryCounts } from './deliveries/queries.ts';

/** The staff console: one page per queue. Everybody else reads that it is not for them. */
export function StaffPages() {
  const { data: me } = useMe();
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
  const { data: counts } = useDeliveryCounts();
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <Rail
        person={`${me.firstName} ${me.lastName}`}
        groups={[
          [{ href: '/admin/deliveries', label: 'Deliveries', count: counts && stoppedCount(counts) }],
          [{ href: '/admin/audit', label: 'Audit log' }],
          [{ href: '/', label: 'Back to my account' }],
        ]}
      />
      <Switch>
        <Route path="/admin" component={DeliveriesPage} />
        <Route path="/admin/deliveries" component={DeliveriesPage} />
        <Route path="/admin/audit" component={AuditLogPage} />
        <Route component={NoSuchPage} />
      </Switch>
    </div>
  );
}

function NoSuchPage() {
  return (
    <main id="main" tabIndex={-1} className="px-4.5 py-10 outline-none">
      <h1 className="text-heading">This page could not be found</h1>
    </main>
  );
}
