import { z } from 'zod';
import { allOrNone, minAgeHours, pageLimit, searchedText } from '../list-query.ts';
import { CalendarDay, Id, Instant, plainText, Reason } from '../values.ts';
import { GiftOrder, giftOrderStatuses } from './gift-orders.ts';

// What staff see of gift orders and do about them.

/** What staff may do to an order in its present state. */
const StaffOrderAct = z.enum(['begin', 'ship', 'arrive', 'cancel']);
export type StaffOrderAct = z.infer<typeof StaffOrderAct>;

export const StaffGiftOrder = GiftOrder.omit({ memoryId: true }).extend({
  /** Since when it has been waiting: since it was paid, or else placed. */
  since: Instant,
  /** Its delivery day has come and it has not been sent. */
  isLate: z.boolean(),
  preparingAt: Instant.nullable(),
  vendorOrderId: z.string().nullable(),
  /** Never shown to the owner. */
  adminNotes: z.string().nullable(),
  /** Nobody gets an email about an order of somebody who has died: it may be a surprise, and contacts see nothing of what is to come. */
  owner: z.object({ id: Id, name: z.string(), email: z.string(), hasDied: z.boolean() }),
  acts: z.array(StaffOrderAct),
});
export type StaffGiftOrder = z.input<typeof StaffGiftOrder>;

export const StaffGiftOrderList = z.object({
  orders: z.array(StaffGiftOrder),
  /** The cursor of the next page. */
  next: z.object({ afterRank: z.number(), afterDay: CalendarDay, after: Id }).nullable(),
});
export type StaffGiftOrderList = z.input<typeof StaffGiftOrderList>;

/** Orders still to be sent first, then those on their way; each by day of delivery. */
export const StaffGiftOrderQuery = z
  .object({
    /** Without one, everything still to be done: paid, in preparation and on its way. */
    status: z.enum(giftOrderStatuses).optional(),
    minAgeHours,
    /** Part of the name or the email address. */
    owner: searchedText.optional(),
    limit: pageLimit(50),
    afterRank: z.coerce.number().int().min(0).max(giftOrderStatuses.length).optional(),
    afterDay: CalendarDay.optional(),
    after: Id.optional(),
  })
  .refine(...allOrNone('afterRank', 'afterDay', 'after'));
export type StaffGiftOrderQuery = z.output<typeof StaffGiftOrderQuery>;

const TrackingNumber = plainText(100).trim();
const VendorOrderId = plainText(100).trim();
const AdminNotes = plainText(2000).trim();

/** The order as staff saw it when they decided. If it has changed since, nothing is done. */
const Seen = z.object({
  status: z.enum(giftOrderStatuses),
  trackingNumber: z.string().max(100).nullable(),
  vendorOrderId: z.string().max(100).nullable(),
  adminNotes: z.string().max(5000).nullable(),
});
export type SeenGiftOrder = z.output<typeof Seen>;

export const StaffOrderChange = z.object({ reason: Reason, seen: Seen });
export const StaffOrderShipping = StaffOrderChange.extend({
  trackingNumber: TrackingNumber.min(1, 'Please give the tracking number'),
});
export const StaffOrderDetails = StaffOrderChange.extend({
  trackingNumber: TrackingNumber.nullable(),
  vendorOrderId: VendorOrderId.nullable(),
  adminNotes: AdminNotes.nullable(),
});
