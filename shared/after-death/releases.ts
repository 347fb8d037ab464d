import { z } from 'zod';
import { DeliveryMethod, DeliveryState } from '../delivery/schedules.ts';
import { AddressChanged } from '../delivery/staff-deliveries.ts';
import { allOrNone, instantInQuery, pageLimit } from '../list-query.ts';
import { channels } from '../outbox/channels.ts';
import { Id, Instant, Reason } from '../values.ts';

// A release, for staff and, once it was revoked, for its owner. Staff never see a title, any content or a link.
//
//   GET  /api/admin/releases/:id          StaffRelease
//   POST /api/admin/releases/:id/revoke   ReleaseRevocation; returns StaffRelease
//   GET  /api/user/revoked-release        RevokedReleaseAnswer, for the owner

const LeftDelivery = z.object({
  id: Id,
  recipientFirstName: z.string(),
  deliveryMethod: DeliveryMethod,
  /** Unless it is `delivered`, nobody knows whether it arrived. */
  state: DeliveryState,
  sentTo: z.string().nullable(),
  deliveredAt: Instant.nullable(),
  openedAt: Instant.nullable(),
  /** Since when its link opens nothing. */
  closedAt: Instant.nullable(),
  /** Who, other than the owner, last changed where they are reached. */
  changed: AddressChanged.omit({ waitsUntil: true }).nullable(),
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
  leftCount: z.number(),
  openedCount: z.number(),
  /** Memories that their owner wanted deleted after their death: how many are still kept, and erased after that instant, and how many are gone. */
  toErase: z.object({ waiting: z.number(), erased: z.number(), after: Instant }),
  /** What revoking it would do now; null once it is revoked. */
  ifRevoked: z
    .object({
      stopCount: z.number(),
      /** Contacts and the reporter, by name; people who share an address count once. */
      named: z.array(z.string()),
      namedCount: z.number(),
      /** How many others were sent something, and will be told. */
      recipientCount: z.number(),
      /** They were sent something, and we have neither an email address nor a phone number for them. */
      byPostOnly: z.number(),
    })
    .nullable(),
  left: z.array(LeftDelivery),
  /** To request what comes after this one. */
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

/** A release changes in no other way, so staff need not say what they saw of it. */
export const ReleaseRevocation = z.object({ reason: Reason });

/** Something that went out while its owner was believed dead, as shown to the owner, who is alive. */
export const GivenAway = z.object({
  id: Id,
  /** Null if the person is no longer in the address book. */
  personName: z.string().nullable(),
  /** Null if the memory was deleted since. */
  title: z.string().nullable(),
  /** `item`: a keepsake that we had in store. */
  channel: z.enum([...channels, 'item']),
  sentTo: z.string().nullable(),
  sentAt: Instant.nullable(),
  /** Null if nobody knows whether it arrived, or it is still on its way. */
  arrivedAt: Instant.nullable(),
  openedAt: Instant.nullable(),
  /** False for something with a date of its own, which they keep. */
  isLinkClosed: z.boolean(),
});
export type GivenAway = z.input<typeof GivenAway>;

export const RevokedRelease = z.object({
  releasedAt: Instant,
  revokedAt: Instant,
  given: z.array(GivenAway),
  waitingCount: z.number(),
});
export type RevokedRelease = z.input<typeof RevokedRelease>;

export const RevokedReleaseAnswer = z.object({ release: RevokedRelease.nullable() });
export type RevokedReleaseAnswer = z.input<typeof RevokedReleaseAnswer>;
