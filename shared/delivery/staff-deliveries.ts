import { z } from 'zod';
import { allOrNone, instantInQuery, minAgeHours, pageLimit, searchedText } from '../list-query.ts';
import { MemoryType } from '../memories/memories.ts';
import { OpenedMemory } from '../memories/staff-memories.ts';
import { Id, Instant, plainText, Reason } from '../values.ts';
import { DeliveryMethod, DeliveryState } from './schedules.ts';
import { waitingReasons } from './waiting-reasons.ts';

// What staff see of undelivered deliveries: never a title, any content or a link.

const StaffWaitingReason = z.enum(waitingReasons);
const UndeliveredState = DeliveryState.exclude(['delivered']);

/** What staff may do to a delivery in its present state. */
const StaffDeliveryAct = z.enum([
  'retry',
  'hold',
  'release',
  'readdress',
  'confirm',
  'settle',
  'pack',
  'post',
  'arrive',
  'return',
]);
export type StaffDeliveryAct = z.infer<typeof StaffDeliveryAct>;

/** A mail about a delivery: who was told what. */
const ToldMail = z.object({
  kind: z.enum([
    'address-needed',
    'arrival-unknown',
    'delivery-failed',
    'not-theirs',
    'contact-asked-address',
    'staff-delivery-failed',
  ]),
  /** `contact`: a trusted contact, after the owner's death. */
  to: z.enum(['owner', 'contact', 'staff']),
  writtenAt: Instant,
  sentAt: Instant.nullable(),
  /** When it was refused for good, or given up. */
  failedAt: Instant.nullable(),
});
export type ToldMail = z.input<typeof ToldMail>;

/** Who, other than the owner, last changed where somebody is reached, by name, and until when nothing is sent there. */
export const AddressChanged = z.object({ by: z.string(), at: Instant, waitsUntil: Instant.nullable() });
export type AddressChanged = z.input<typeof AddressChanged>;

/** What is or will be in a parcel, with the delivery that stands for it. */
const Parcel = z.object({
  /** A new id each time it is packed; null until it is. */
  id: Id.nullable(),
  contents: z.array(z.object({ deliveryId: Id, memoryType: MemoryType.nullable() })),
});

export const StaffDelivery = z.object({
  id: Id,
  state: DeliveryState,
  reason: StaffWaitingReason.nullable(),
  /** Since when it has stopped; for one on its way, when it fell due. */
  since: Instant,
  dueAt: Instant,
  attemptCount: z.number(),
  lastAttempt: Instant.nullable(),
  nextAttempt: Instant.nullable(),
  /** The mail server's last reply. */
  lastAnswer: z.string().nullable(),
  /** Mails that the server never answered, and the time of the last one. */
  unansweredMails: z.number(),
  lastUnansweredAt: Instant.nullable(),
  /** Where it was sent, or may have been. */
  sentTo: z.string().nullable(),
  /** Addresses that refused it, returned it or were given up. */
  failedAddresses: z.array(z.string()),
  /** What mail systems reported after they had accepted a mail: `hard` means that it cannot be delivered, `soft` that it is delayed. */
  reported: z.array(z.object({ kind: z.enum(['hard', 'soft']), at: Instant, reply: z.string() })),
  openedAt: Instant.nullable(),
  deliveryMethod: DeliveryMethod,
  /** Null if the memory was deleted. */
  memoryType: MemoryType.nullable(),
  owner: z.object({ id: Id, name: z.string(), email: z.string() }),
  /** Null once the owner removed them. */
  recipient: z
    .object({
      id: Id,
      name: z.string(),
      address: z.string().nullable(),
      /** Only for what goes by post. */
      mailingAddress: z.string().nullable(),
      changed: AddressChanged.nullable(),
      /** Since when they want nothing more. */
      declinedAt: Instant.nullable(),
      /** Since when somebody at the address has said that it is not for them. */
      disownedAt: Instant.nullable(),
    })
    .nullable(),
  /** The latest parcel, for what goes by post. */
  posting: z
    .object({
      address: z.string(),
      trackingNumber: z.string().nullable(),
      postedAt: Instant,
      arrivedAt: Instant.nullable(),
      returnedAt: Instant.nullable(),
    })
    .nullable(),
  /** What goes by post to one person at one moment is one parcel; staff see one of its deliveries. */
  parcel: Parcel.nullable(),
  told: z.array(ToldMail),
  acts: z.array(StaffDeliveryAct),
});
export type StaffDelivery = z.input<typeof StaffDelivery>;

export const StaffDeliveryList = z.object({
  deliveries: z.array(StaffDelivery),
  /** To request what comes after this one; `afterSince` is when it fell due if the list is sorted by that. */
  next: z.object({ afterSince: Instant, after: Id }).nullable(),
});
export type StaffDeliveryList = z.input<typeof StaffDeliveryList>;

const staffDeliveriesPerPage = 50;

const searched = searchedText.optional();

export const StaffDeliveryQuery = z
  .object({
    /** Without one, all that have stopped and that somebody can do something about. */
    state: UndeliveredState.optional(),
    reason: StaffWaitingReason.optional(),
    minAgeHours,
    /** Part of a name or an email address. */
    owner: searched,
    recipient: searched,
    /** `oldest` and `newest` sort by since when, as in an index; `due` sorts everything that matches. */
    sort: z.enum(['oldest', 'newest', 'due']).default('oldest'),
    limit: pageLimit(staffDeliveriesPerPage),
    afterSince: instantInQuery,
    after: Id.optional(),
  })
  .refine(...allOrNone('afterSince', 'after'));
export type StaffDeliveryQuery = z.output<typeof StaffDeliveryQuery>;

/** How many deliveries are in each state, and since when the oldest has been. Completed ones are not counted. */
export const StaffDeliveryCounts = z.array(
  z.object({
    state: UndeliveredState,
    reason: StaffWaitingReason.nullable(),
    count: z.number(),
    oldest: Instant,
  }),
);
export type StaffDeliveryCounts = z.input<typeof StaffDeliveryCounts>;

/** The delivery as staff saw it when they decided. If it has changed since, nothing is done. */
export const SeenDelivery = z.object({
  state: DeliveryState,
  reason: StaffWaitingReason.nullable(),
  attemptCount: z.number().int().min(0),
  address: z.string().max(254).nullable(),
});
export type SeenDelivery = z.output<typeof SeenDelivery>;

export const StaffDeliveryChange = z.object({ reason: Reason, seen: SeenDelivery });
export const StaffSettling = StaffDeliveryChange.extend({ outcome: z.enum(['delivered', 'send-again']) });

export const StaffPosting = StaffDeliveryChange.extend({
  /** Where it goes, as it was seen. */
  mailingAddress: plainText(500).trim().min(1, 'There is no mailing address'),
  /** As it was seen: if it was packed again since, nothing is done. */
  parcelId: Id.optional(),
  trackingNumber: plainText(100)
    .trim()
    .transform((text) => text || null)
    .nullable()
    .default(null),
});

/** A memory to be printed or copied for the post, for as long as it is open. */
const PackedThing = OpenedMemory.extend({
  deliveryId: Id,
  type: MemoryType,
  title: z.string(),
  personalMessage: z.string().nullable(),
});
export type PackedThing = z.input<typeof PackedThing>;

/** A parcel that is packed, and what the sheet on top of it says. */
export const PackedDelivery = z.object({
  parcelId: Id,
  ownerName: z.string(),
  recipientName: z.string(),
  mailingAddress: z.string().nullable(),
  changed: AddressChanged.nullable(),
  /** Why it comes, in sentences for whoever gets it. */
  why: z.array(z.string()),
  things: z.array(PackedThing),
  /** What is for the same person and moment, and not in it; null for what could not be packed in its present state. */
  leftOut: z.array(
    z.object({ deliveryId: Id, memoryType: MemoryType.nullable(), reason: StaffWaitingReason.nullable() }),
  ),
});
export type PackedDelivery = z.input<typeof PackedDelivery>;

/** A hold on all deliveries. */
export const DeliveryHold = z.object({
  id: Id,
  reason: z.enum(['clock-jump', 'behind-send-log', 'restored', 'by-hand']),
  message: z.string(),
  heldAt: Instant,
});
export const DeliveryHoldList = z.array(DeliveryHold);
export type DeliveryHold = z.input<typeof DeliveryHold>;

export const HoldChange = z.object({ reason: Reason });
/** Names the holds that were seen: one that was created since stays. */
export const HoldRelease = HoldChange.extend({ seen: z.array(Id).min(1).max(10) });

/** How many deliveries a hold stops, or releasing it sets free. */
export const DeliveriesGoingOut = z.object({
  now: z.number(),
  /** Within the following 24 hours. */
  inADay: z.number(),
});
export type DeliveriesGoingOut = z.input<typeof DeliveriesGoingOut>;
