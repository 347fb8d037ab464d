import { z } from 'zod';
import { allOrNone, instantInQuery, minAgeHours, pageLimit, searchedText } from '../list-query.ts';
import { Id, Instant } from '../values.ts';
import { ItemHandover } from './item-handovers.ts';
import { ItemImage } from './item-images.ts';
import { PhysicalItem } from './physical-items.ts';

// What staff see of physical items and do about them.

/** What staff have to do about an item, in the order of their list. Nothing for `rest`. */
export const itemTasks = ['return', 'hand-over', 'in-transit', 'arrival', 'rest'] as const;
export type ItemTask = (typeof itemTasks)[number];

/** What staff do about an item, in the order in which it is offered. */
export const StaffItemAct = z.enum([
  'confirm-lost',
  'receive',
  'send-back',
  'hand-over',
  'arrive',
  'come-back',
  'waive-fee',
  'locate',
  'undo-receive',
  'report-lost',
  'not-lost',
]);
export type StaffItemAct = z.infer<typeof StaffItemAct>;

const Person = z.object({ id: Id, name: z.string(), email: z.string().nullable() });

export const StaffItem = PhysicalItem.omit({
  recipientId: true,
  recipientName: true,
  personalMessage: true,
}).extend({
  task: z.enum(itemTasks),
  /** Since when it has been waiting for that. */
  since: Instant,
  isLate: z.boolean(),
  storageLocation: z.string().nullable(),
  /** Since its owner's release. */
  handOverSince: Instant.nullable(),
  /** Whether the return fee is paid or waived. */
  isFeeSettled: z.boolean(),
  owner: Person.extend({
    address: z.string().nullable(),
    hasDied: z.boolean(),
    /** Their account is being deleted, and is not erased while we hold anything of theirs. */
    isLeaving: z.boolean(),
  }),
  recipient: Person.extend({
    mailingAddress: z.string().nullable(),
    phone: z.string().nullable(),
    /** Nothing is sent to them for now: a trusted contact, or staff, asked to wait. */
    isHeld: z.boolean(),
    /** Somebody other than the owner changed the address: nothing is handed over before this. */
    waitsUntil: Instant.nullable(),
  }).nullable(),
  /** Whom to ask if it has no recipient; only once it is to be handed over. */
  trustedContacts: z.array(Person),
  /** Goes with it, on a card; only once it is to be handed over. */
  personalMessage: z.string().nullable(),
  /** Said to be lost by a member of staff; once a colleague has confirmed it, `lostAt` is set. */
  lostReport: z.object({ byName: z.string().nullable(), at: Instant, reason: z.string() }).nullable(),
  acts: z.array(StaffItemAct),
  images: z.array(ItemImage),
  handovers: z.array(ItemHandover),
});
export type StaffItem = z.input<typeof StaffItem>;

export const StaffItemList = z.object({
  items: z.array(StaffItem),
  /** The cursor of the next page. */
  next: z.object({ afterRank: z.number(), afterSince: Instant, after: Id }).nullable(),
});
export type StaffItemList = z.input<typeof StaffItemList>;

export const StaffItemQuery = z
  .object({
    /** Without one, everything that has to be done or is awaited. */
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
