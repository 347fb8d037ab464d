import type { ComponentType } from 'react';
import { Route, Switch } from 'wouter';
import type { User } from '../../shared/accounts/accounts.ts';
import { fullNameOf } from '../../shared/full-name.ts';
import type { StaffQueueName } from '../../shared/staff/overview.ts';
import { Link } from '../ui/link.tsx';
import { AuditLogPage } from './audit-log/audit-log.tsx';
import { showTimesIn } from './console/format.ts';
import { useFreshLists, useMe } from './console/queries.ts';
import { PersonBar, Sidebar } from './console/sidebar.tsx';
import { BookingsPage } from './counseling/bookings.tsx';
import { TherapyRequestsPage } from './counseling/requests.tsx';
import { DeathReportsPage } from './death-cases/death-reports.tsx';
import { DeliveriesPage } from './deliveries/deliveries.tsx';
import { HoldBanner } from './deliveries/holds.tsx';
import { PackingPage } from './deliveries/packing.tsx';
import { GiftOrdersPage } from './gifts/gift-orders.tsx';
import { MailsPage } from './mails/mails.tsx';
import { MemoryReviewPage } from './memories/memory-review.tsx';
import { OverviewPage } from './overview/overview.tsx';
import { useQueueCounts } from './overview/queries.ts';
import { PastDuePage } from './past-due/past-due.tsx';
import { DisputesPage } from './payments/disputes.tsx';
import { RefundsPage } from './payments/refunds.tsx';
import { FindPerson, PeoplePage } from './people/people.tsx';
import { PersonPage } from './people/person.tsx';
import { PhysicalItemsPage } from './physical-items/physical-items.tsx';
import { StorageRequestsPage } from './physical-items/storage-requests.tsx';
import { AddressChangesPage } from './trusted-access/address-changes/address-changes.tsx';
import { LifeChangesPage } from './trusted-access/life-changes/life-changes.tsx';
import { WebhooksPage } from './webhooks/webhooks.tsx';

/** The staff console: one page per queue. Everybody else reads that it is not for them. */
export function StaffPages({ onSignOut }: { onSignOut: () => void }) {
  const { data: me } = useMe();
  if (!me) return null;
  showTimesIn(me.timezone);
  return me.isAdmin ? <Console me={me} onSignOut={onSignOut} /> : <NotForYou />;
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

interface ConsolePage {
  href: string;
  label: string;
  queue?: StaffQueueName;
  Page: ComponentType;
}

/** In the order and the groups of the sidebar. */
const pages: readonly (readonly ConsolePage[])[] = [
  [
    { href: '/admin', label: 'Overview', Page: OverviewPage },
    { href: '/admin/memories', label: 'Memory review', queue: 'memories', Page: MemoryReviewPage },
    { href: '/admin/death-reports', label: 'Death reports', queue: 'death-reports', Page: DeathReportsPage },
    { href: '/admin/life-changes', label: 'Holds and changes', queue: 'life-changes', Page: LifeChangesPage },
    {
      href: '/admin/address-changes',
      label: 'New addresses',
      queue: 'address-changes',
      Page: AddressChangesPage,
    },
    { href: '/admin/deliveries', label: 'Deliveries', queue: 'deliveries', Page: DeliveriesPage },
    { href: '/admin/people', label: 'People', Page: PeoplePage },
  ],
  [
    { href: '/admin/counseling', label: 'Counseling', queue: 'counselor-bookings', Page: BookingsPage },
    {
      href: '/admin/therapy-requests',
      label: 'Requests for times',
      queue: 'therapy-requests',
      Page: TherapyRequestsPage,
    },
    {
      href: '/admin/physical-items',
      label: 'Physical items',
      queue: 'physical-items',
      Page: PhysicalItemsPage,
    },
    {
      href: '/admin/storage-requests',
      label: 'Storage requests',
      queue: 'storage-requests',
      Page: StorageRequestsPage,
    },
    { href: '/admin/gift-orders', label: 'Gift orders', queue: 'gift-orders', Page: GiftOrdersPage },
    { href: '/admin/refunds', label: 'To give back', queue: 'refunds', Page: RefundsPage },
    { href: '/admin/disputes', label: 'Disputed charges', queue: 'disputes', Page: DisputesPage },
    { href: '/admin/arrears', label: 'In arrears', queue: 'arrears', Page: PastDuePage },
    {
      href: '/admin/payment-notices',
      label: 'Payment events',
      queue: 'payment-notices',
      Page: WebhooksPage,
    },
  ],
  [
    { href: '/admin/mails', label: 'Mail log', queue: 'mails', Page: MailsPage },
    { href: '/admin/audit', label: 'Audit log', Page: AuditLogPage },
  ],
];

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
    <main id="main" tabIndex={-1} className="px-4.5 py-10 outline-none">
      <h1 className="text-heading">This page could not be found</h1>
    </main>
  );
}
