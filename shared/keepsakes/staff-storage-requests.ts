import { z } from 'zod';
import { allOrNone, instantInQuery, minAgeHours, pageLimit, searchedText } from '../list-query.ts';
import { Id, Instant, plainText, Reason } from '../values.ts';
import { StorageAnswer, StorageRequest, storageRequestStatuses } from './storage-requests.ts';

// What staff see of storage requests and do about them.

const StaffRequestAct = z.enum(['approve', 'decline', 'notes']);
export type StaffRequestAct = z.infer<typeof StaffRequestAct>;

export const StaffStorageRequest = StorageRequest.extend({
  isLate: z.boolean(),
  /** Never shown to the owner. */
  adminNotes: z.string().nullable(),
  storageLocation: z.string().nullable(),
  /** The title of the item that it is about. */
  itemTitle: z.string().nullable(),
  owner: z.object({ id: Id, name: z.string(), email: z.string() }),
  acts: z.array(StaffRequestAct),
});
export type StaffStorageRequest = z.input<typeof StaffStorageRequest>;

export const StaffStorageRequestList = z.object({
  requests: z.array(StaffStorageRequest),
  /** The cursor of the next page. */
  next: z.object({ afterRank: z.number(), afterSince: Instant, after: Id }).nullable(),
});
export type StaffStorageRequestList = z.input<typeof StaffStorageRequestList>;

/** Unanswered requests first; the oldest first within each status. */
export const StaffStorageRequestQuery = z
  .object({
    /** Without one, those that are not answered or whose item has not arrived. */
    status: z.enum(storageRequestStatuses).optional(),
    minAgeHours,
    /** Part of the name or the email address. */
    owner: searchedText.optional(),
    limit: pageLimit(50),
    afterRank: z.coerce.number().int().min(0).max(storageRequestStatuses.length).optional(),
    afterSince: instantInQuery,
    after: Id.optional(),
  })
  .refine(...allOrNone('afterRank', 'afterSince', 'after'));
export type StaffStorageRequestQuery = z.output<typeof StaffStorageRequestQuery>;

/** As staff saw it when they decided. If it has changed since, nothing is done. */
const Seen = z.object({
  status: z.enum(storageRequestStatuses),
  answer: z.string().max(5000).nullable(),
  adminNotes: z.string().max(5000).nullable(),
});
export type SeenRequest = z.output<typeof Seen>;

const Change = z.object({ reason: Reason, seen: Seen });
export const StaffRequestAnswer = Change.extend({ answer: StorageAnswer });
export const StaffRequestNotes = Change.extend({ adminNotes: plainText(2000).trim().nullable() });
