import { z } from 'zod';
import { allOrNone, instantInQuery, pageLimit, searchedText } from '../list-query.ts';
import { Id, Instant, Reason } from '../values.ts';
import { MemoryApproval, MemoryType } from './memories.ts';
import { checkResults, memoryChecks } from './memory-checks.ts';

// What staff see of memories that wait for a person: never any content, a personal message or whom it is for.

/** What it waits for: a member of staff, or another file from its owner. */
const WaitsFor = z.enum(['staff', 'owner']);
export type WaitsFor = z.infer<typeof WaitsFor>;

const StaffMemoryAct = z.enum(['approve', 'reject', 'open']);
export type StaffMemoryAct = z.infer<typeof StaffMemoryAct>;

/** An undelivered delivery that cannot go out before the memory is approved. */
const WaitingDelivery = z.object({
  people: z.number(),
  /** After its owner's death, and not before this day. */
  isAfterDeath: z.boolean(),
  deliveryDate: Instant,
  timezone: z.string(),
  /** It is due, and would otherwise have been sent. */
  isDue: z.boolean(),
});
export type WaitingDelivery = z.output<typeof WaitingDelivery>;

const CheckOfMemory = z.object({
  check: z.enum(memoryChecks),
  result: z.enum(checkResults),
  found: z.string().nullable(),
});

export const StaffMemory = z.object({
  id: Id,
  revision: z.number(),
  state: MemoryApproval,
  /** When the check that found this ended. */
  checkedAt: Instant.nullable(),
  type: MemoryType,
  title: z.string(),
  owner: z.object({ id: Id, name: z.string(), firstName: z.string() }),
  /** Nobody decides about their own memories. */
  isYours: z.boolean(),
  /** Such as MP4; null for a letter. */
  format: z.string().nullable(),
  /** Null for a letter. */
  sizeBytes: z.number().nullable(),
  /** For a letter. */
  characters: z.number().nullable(),
  durationSeconds: z.number().nullable(),
  /** Since when it waits. */
  since: Instant,
  /** The reason: the sentence that its owner reads. */
  finding: z.string().nullable(),
  /** Empty for a letter. */
  checks: z.array(CheckOfMemory),
  /** The next of the deliveries that wait for it. */
  waiting: WaitingDelivery.nullable(),
  moreWaiting: z.number(),
  /** When a person last decided about it. */
  reviewedAt: Instant.nullable(),
  /** Until when you may look at it, if you have opened it; otherwise null. */
  openUntil: Instant.nullable(),
  acts: z.array(StaffMemoryAct),
});
export type StaffMemory = z.input<typeof StaffMemory>;

export const StaffMemoryList = z.object({
  memories: z.array(StaffMemory),
  /** To request what comes after this one. */
  next: z.object({ afterSince: Instant, after: Id }).nullable(),
});
export type StaffMemoryList = z.input<typeof StaffMemoryList>;

const memoriesPerPage = 50;

export const StaffMemoryQuery = z
  .object({
    waitsFor: WaitsFor.default('staff'),
    type: MemoryType.optional(),
    /** Part of a name or an email address. */
    owner: searchedText.optional(),
    limit: pageLimit(memoriesPerPage),
    afterSince: instantInQuery,
    after: Id.optional(),
  })
  .refine(...allOrNone('afterSince', 'after'));
export type StaffMemoryQuery = z.output<typeof StaffMemoryQuery>;

/** The memory as staff saw it when they decided. If it has changed since, nothing is done. */
const Seen = z.object({
  revision: z.number().int().min(1),
  state: MemoryApproval,
  /** For the same file: a later check may have found something else. */
  checkedAt: Instant.nullable(),
});
export type SeenMemory = z.output<typeof Seen>;

export const StaffMemoryChange = z.object({ reason: Reason, seen: Seen });

/** What has been opened. The URLs work as long as the opening lasts. */
export const OpenedMemory = z.object({
  /** The body of a letter. */
  content: z.string().nullable(),
  fileUrl: z.string().nullable(),
  /** What a page shows or plays of it; the original if there is nothing better. */
  displayUrl: z.string().nullable(),
  openUntil: Instant,
});
export type OpenedMemory = z.input<typeof OpenedMemory>;
