import type { ErasureWait } from '../../../shared/staff/people.ts';
import { momentOf } from '../console/format.ts';

const waitLabels: Record<ErasureWait, string> = {
  suspended: 'while they cannot sign in',
  held: 'while deliveries are held',
  untold: 'before they were told of it',
  items: 'while we store something of theirs',
  charged: 'while the payment provider can still charge them',
  reported: 'while a report of their death is open',
  released: 'while their release can be undone',
};

export function erasureLabel(erasedAfter: string, wait: ErasureWait | null): string {
  const at = momentOf(erasedAfter);
  return wait ? `not erased before ${at}, nor ${waitLabels[wait]}` : `erased after ${at}`;
}
