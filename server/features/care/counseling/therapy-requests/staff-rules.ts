import type {
  SeenTherapyRequest,
  StaffRequestAct,
} from '../../../../../shared/care/staff-therapy-requests.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { TherapyRequestRow } from './therapy-requests.table.ts';

/** What staff may do to a request as it is: what its owner has booked is a session, and is no longer answered. */
export function actsOnRequest({
  status,
  bookingId,
}: Pick<TherapyRequestRow, 'status' | 'bookingId'>): StaffRequestAct[] {
  if (bookingId) return [];
  return status === 'declined' ? ['answer'] : ['answer', 'decline'];
}

/** 409, with a sentence for each thing that changed since staff looked. */
export function requireUnchanged(
  seen: SeenTherapyRequest,
  { status, scheduledDate }: TherapyRequestRow,
): void {
  const fields: Record<string, string> = {};
  if (seen.status !== status)
    fields['status'] = `The status: it was “${seen.status}”, and is “${status}” now`;
  if (seen.scheduledDate?.getTime() !== scheduledDate?.getTime())
    fields['scheduledDate'] = 'Another time is offered now';
  if (Object.keys(fields).length === 0) return;
  throw new AppError('conflict', 'This request changed while you were looking at it. Nothing was done.', {
    fields,
  });
}
