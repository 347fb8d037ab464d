import { z } from 'zod';
import { allOrNone, instantInQuery, pageLimit } from '../list-query.ts';
import { Instant, Reason } from '../values.ts';

// What staff see of events of the payment provider that could not be applied.

/** The provider's name and its own id of an event. */
const NoticeId = z.string().min(1).max(300);

export const StaffPaymentNotice = z.object({
  id: NoticeId,
  type: z.string(),
  receivedAt: Instant,
  failures: z.number().int(),
  /** What went wrong the last time. */
  lastError: z.string().nullable(),
  /** The provider's id of what it is about. */
  about: z.string().nullable(),
});
export type StaffPaymentNotice = z.input<typeof StaffPaymentNotice>;

export const StaffPaymentNoticeList = z.object({
  notices: z.array(StaffPaymentNotice),
  /** The cursor of the next page. */
  next: z.object({ afterSince: Instant, after: NoticeId }).nullable(),
});
export type StaffPaymentNoticeList = z.input<typeof StaffPaymentNoticeList>;

/** Oldest first. */
export const StaffPaymentNoticeQuery = z
  .object({ limit: pageLimit(50), afterSince: instantInQuery, after: NoticeId.optional() })
  .refine(...allOrNone('afterSince', 'after'));
export type StaffPaymentNoticeQuery = z.output<typeof StaffPaymentNoticeQuery>;

export const NoticeParams = z.object({ id: NoticeId });

export const StaffNoticeAct = z.object({ reason: Reason, seen: z.object({ failures: z.number().int() }) });
