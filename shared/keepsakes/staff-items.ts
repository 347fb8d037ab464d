import { z } from 'zod';
import { allOrNone, instantInQuery, minAgeHours, pageLimit, searchedText } from '../list-query.ts';
import { Reason } from '../system/reason.ts';
import { Id, Instant, optionalLine, requiredLine } from '../values.ts';
import { itemStatuses } from './item-rules.ts';
import { ItemHandover, ItemImage, PhysicalItem } from './physical-items.ts';

// What staff see of physical items and do about them.

/** What staff have to do about an item, in the order of their list. Of `rest` nothing. */
export const itemTasks = ['return', 'hand-over', 'in-transit', 'arrival', 'rest'] as const;
export type ItemTask = (typeof itemTasks)[number];

const StaffItemAct = z.enum([
  'receive',
  'locate',
  'send-back',
  'hand-over',
  'arrive',
  'come-back',
  'waive-fee',
]);
export type StaffItemAct = z.infer<typeof StaffItemAct>;

const Person = z.object({ id: Id, name: z.string(), email: z.string().nullable() });

export const StaffItem = PhysicalItem.omit({
  recipientId: true,
  recipientName: true,
  personalMessage: true,
}).extend({
  task: z.enum(itemTasks),
  /** Since when it waits for it. */
  since: Instant,
  isLate: z.boolean(),
  storageLocation: z.string().nullable(),
  /** Since its owner's release. */
  handOverSince: Instant.nullable(),
  /** Whether nothing is to be paid any more before it goes back. */
  isFeeSettled: z.boolean(),
  owner: Person.extend({ address: z.string().nullable(), hasDied: z.boolean() }),
  recipient: Person.extend({
    mailingAddress: z.string().nullable(),
    phone: z.string().nullable(),
    /** Nothing goes to them for now: a trusted contact, or staff, asked to wait. */
    isHeld: z.boolean(),
    /** Somebody other than the owner changed the address: nothing is handed over before this. */
    waitsUntil: Instant.nullable(),
  }).nullable(),
  /** Whom to ask where nobody is to have it; only once it is to be handed over. */
  trustedContacts: z.array(Person),
  /** Goes with it, on a card; only once it is to be handed over. */
  personalMessage: z.string().nullable(),
  acts: z.array(StaffItemAct),
  images: z.array(ItemImage),
  handovers: z.array(ItemHandover),
});
export type StaffItem = z.input<typeof StaffItem>;

export const StaffItemList = z.object({
  items: z.array(StaffItem),
  /** Ask for what comes after this one. */
  next: z.object({ afterRank: z.number(), afterSince: Instant, after: Id }).nullable(),
});
export type StaffItemList = z.input<typeof StaffItemList>;

export const StaffItemQuery = z
  .object({
    /** Without one, whatever is to be done or awaited. */
    task: z.enum(itemTasks).optional(),
    minAgeHours,
    /** Part of the name or the email address. */
    owner: searchedText.optional(),
    limit: pageLimit(50),
    afterRank: z.coerce.number().int().min(0).max(itemTasks.length).optional(),
    afterSince: instantInQuery,
    after: Id.optional(),
  })
  .refine(...allOrNone('afterRank', 'afterSince', 'after'));
export type StaffItemQuery = z.output<typeof StaffItemQuery>;

/** The item as staff saw it when they decided. Where it has moved on since, nothing is done. */
const Seen = z.object({
  status: z.enum(itemStatuses),
  storageLocation: z.string().max(200).nullable(),
  isFeeSettled: z.boolean(),
  recipientName: z.string().max(300).nullable(),
  mailingAddress: z.string().max(1000).nullable(),
  isHeld: z.boolean(),
});
export type SeenItem = z.output<typeof Seen>;

const Location = requiredLine(200, 'Please say where it is kept');
const handover = {
  sealNumber: optionalLine(100),
  /** A picture that was sent before. */
  photoId: Id.nullish(),
};

export const StaffItemChange = z.object({ reason: Reason, seen: Seen });
/** `from` is who brought it, if not the owner. */
export const StaffItemReceipt = StaffItemChange.extend({
  ...handover,
  storageLocation: Location,
  from: optionalLine(200),
});
export const StaffItemLocation = StaffItemChange.extend({ ...handover, storageLocation: Location });
/** `to` is to whom it goes, if not to whom it is meant for. */
export const StaffItemSending = StaffItemChange.extend({
  ...handover,
  to: optionalLine(200),
  trackingNumber: optionalLine(100),
});
/** `to` is who took it. */
export const StaffItemArrival = StaffItemChange.extend({
  ...handover,
  to: requiredLine(200, 'Please say who took it'),
});

export type ItemFacts = Partial<
  Record<
    'sealNumber' | 'photoId' | 'storageLocation' | 'from' | 'to' | 'trackingNumber',
    string | null | undefined
  >
>;
