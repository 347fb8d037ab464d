import type { AuditCheck, AuditGroup, AuditLogEntry } from '../../../shared/staff/audit-log.ts';

/** What the actions of a group are about, and so what kind of thing an entry's subject id names. */
export const groupLabels: Record<AuditGroup, string> = {
  account: 'Account',
  staff: 'Staff role',
  checkout: 'Payment',
  subscription: 'Plan',
  arrears: 'Overdue months',
  session: 'Sign-in',
  export: 'Account export',
  memory: 'Memory',
  schedule: 'Schedule',
  series: 'Every year',
  delivery: 'Delivery',
  'audit-log': 'Audit log',
  deliveries: 'All deliveries',
  'release-wishes': 'Choices for after a death',
  release: 'Release',
  'death-report': 'Report of a death',
  guardian: 'Guardian',
  'life-change': 'Change in somebody’s life',
  'address-change': 'Change of an address',
  recipient: 'Recipient',
  'trusted-access': 'Trusted contact’s link',
  mail: 'Mail',
  'gift-order': 'Gift order',
  'counselor-booking': 'Counseling session',
  'therapy-request': 'Request for another time',
  'physical-item': 'Physical item',
  'storage-request': 'Storage request',
  refund: 'Payment to refund',
  dispute: 'Disputed charge',
  'payment-notice': 'Event of the payment provider',
  closing: 'End of the service',
};

export function actorName({ kind, id, name }: AuditLogEntry['actor']): string {
  switch (kind) {
    case 'system':
      return 'the system';
    case 'recipient':
      return 'the recipient';
    case 'trusted-contact':
      return 'a trusted contact';
    case 'payer':
      return 'whoever paid for the owner';
    case 'command':
      return `a command on the server (${id})`;
    case 'owner':
      return 'the owner';
    case 'staff':
    case 'account':
      return name ?? 'an account that is gone';
  }
}

export const faultLabels: Record<NonNullable<AuditCheck['first']>['what'], string> = {
  changed: 'was changed after it was written',
  added: 'was added later',
  missing: 'was removed',
  cut: 'does not follow the one before it: entries between them were removed or replaced',
};
