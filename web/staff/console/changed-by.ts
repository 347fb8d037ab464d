import { formatDate } from '../../../shared/dates.ts';
import type { AddressChanged } from '../../../shared/delivery/staff-deliveries.ts';
import { staffTimeZone } from './staff-time-zone.ts';

/** `changed by Lena Moreau on 30 November 2026`: what stands on everything that went, or goes, to an address that the owner did not enter. */
export function changedBy({ by, at }: Pick<AddressChanged, 'by' | 'at'>): string {
  return `changed by ${by} on ${formatDate(at, staffTimeZone())}`;
}
