import type { ComponentType } from 'react';
import type { StaffQueueName } from '../../shared/staff/overview.ts';
import { AuditLogPage } from './audit-log/audit-log.tsx';
import { BookingsPage } from './counseling/bookings.tsx';
import { TherapyRequestsPage } from './counseling/requests.tsx';
import { DeathReportsPage } from './death-cases/death-reports.tsx';
import { DeliveriesPage } from './deliveries/deliveries.tsx';
import { GiftOrdersPage } from './gifts/gift-orders.tsx';
import { MailsPage } from './mails/mails.tsx';
import { MemoryReviewPage } from './memories/memory-review.tsx';
import { OverviewPage } from './overview/overview.tsx';
import { PastDuePage } from './past-due/past-due.tsx';
import { DisputesPage } from './payments/disputes.tsx';
import { RefundsPage } from './payments/refunds.tsx';
import { PeoplePage } from './people/people.tsx';
import { PhysicalItemsPage } from './physical-items/physical-items.tsx';
import { StorageRequestsPage } from './physical-items/storage-requests.tsx';
import { AddressChangesPage } from './trusted-access/address-changes/address-changes.tsx';
import { LifeChangesPage } from './trusted-access/life-changes/life-changes.tsx';
import { WebhooksPage } from './webhooks/webhooks.tsx';

interface ConsolePage {
  href: string;
  label: string;
  queue?: StaffQueueName;
  Page: ComponentType;
}

/** In the order and the groups of the sidebar. */
export const pages: readonly (readonly ConsolePage[])[] = [
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
