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
  /** The queue whose count is shown beside the label. */
  queue: StaffQueueName | undefined;
  Page: ComponentType;
}

const page = (href: string, label: string, Page: ComponentType, queue?: StaffQueueName): ConsolePage => ({
  href,
  label,
  Page,
  queue,
});

/** In the order and the groups of the sidebar. */
export const pages: readonly (readonly ConsolePage[])[] = [
  [
    page('/admin', 'Overview', OverviewPage),
    page('/admin/memories', 'Memory review', MemoryReviewPage, 'memories'),
    page('/admin/death-reports', 'Death reports', DeathReportsPage, 'death-reports'),
    page('/admin/life-changes', 'Holds and changes', LifeChangesPage, 'life-changes'),
    page('/admin/address-changes', 'New addresses', AddressChangesPage, 'address-changes'),
    page('/admin/deliveries', 'Deliveries', DeliveriesPage, 'deliveries'),
    page('/admin/people', 'People', PeoplePage),
  ],
  [
    page('/admin/counseling', 'Counseling', BookingsPage, 'counselor-bookings'),
    page('/admin/therapy-requests', 'Requests for another time', TherapyRequestsPage, 'therapy-requests'),
    page('/admin/physical-items', 'Physical items', PhysicalItemsPage, 'physical-items'),
    page('/admin/storage-requests', 'Storage requests', StorageRequestsPage, 'storage-requests'),
    page('/admin/gift-orders', 'Gift orders', GiftOrdersPage, 'gift-orders'),
    page('/admin/refunds', 'Payments to refund', RefundsPage, 'refunds'),
    page('/admin/disputes', 'Disputed charges', DisputesPage, 'disputes'),
    page('/admin/arrears', 'In arrears', PastDuePage, 'arrears'),
    page('/admin/payment-notices', 'Payment events', WebhooksPage, 'payment-notices'),
  ],
  [page('/admin/mails', 'Mail log', MailsPage, 'mails'), page('/admin/audit', 'Audit log', AuditLogPage)],
];
