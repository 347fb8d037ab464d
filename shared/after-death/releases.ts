import { z } from 'zod';
import { DeliveryMethod, DeliveryState } from '../delivery/schedules.ts';
import { allOrNone, instantInQuery, pageLimit } from '../list-query.ts';
import { Reason } from '../system/reason.ts';
import { Id, Instant } from '../values.ts';

// What staff see of a release: who received something, and when. Never a title, a content or a link.

/** Something that has left us, or may have. */
const LeftDelivery = z.object({
  id: Id,
  recipientFirstName: z.string(),
  deliveryMethod: DeliveryMethod,
  /** Unless it is `delivered`, nobody knows whether it arrived. */
  state: DeliveryState,
  /** Where it was sent, or may have been. */
  sentTo: z.string().nullable(),
  deliveredAt: Instant.nullable(),
  openedAt: Instant.nullable(),
  /** Since when its link opens nothing any more. */
  closedAt: Instant.nullable(),
});
export type LeftDelivery = z.input<typeof LeftDelivery>;

export const StaffRelease = z.object({
  id: Id,
  owner: z.object({ id: Id, name: z.string(), email: z.string() }),
  reportId: Id,
  releasedAt: Instant,
  quietDays: z.number(),
  revokedAt: Instant.nullable(),
  revokedBy: z.object({ id: Id, name: z.string() }).nullable(),
  revokeReason: z.string().nullable(),
  /** How many deliveries have left, or may have, and how many of them were opened. */
  leftCount: z.number(),
  openedCount: z.number(),
  /** A page of them, in the order in which they began. */
  left: z.array(LeftDelivery),
  /** Ask for what comes after this one. */
  next: z.object({ afterBegun: Instant, after: Id }).nullable(),
});
export type StaffRelease = z.input<typeof StaffRelease>;

const leftPerPage = 100;

export const StaffReleaseQuery = z
  .object({
    limit: pageLimit(leftPerPage),
    afterBegun: instantInQuery,
    after: Id.optional(),
  })
  .refine(...allOrNone('afterBegun', 'after'));
export type StaffReleaseQuery = z.output<typeof StaffReleaseQuery>;

/** A release changes in no other way than this, so that staff need not say what they saw of it. */
export const ReleaseRevocation = z.object({ reason: Reason });
