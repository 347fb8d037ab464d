import { z } from 'zod';
import { MemoryType, Peaks } from '../memories/memories.ts';
import { CalendarDay, Id, Instant } from '../values.ts';
import { SaidOnPage, WordsBack } from './received-acts.ts';

// One page for each owner and recipient, which all of its links lead to.
//
//   GET    /api/received/:token                  the page; changes nothing, and shows no content
//   POST   /api/received/:token/open             { id?, code? }: opens one memory, or without an id everything
//   POST   /api/received/:token/code             { code?, to? }: sends a code; with one, remembers this device and opens nothing
//   GET    /api/received/:token/everything.zip   what was opened so far
//
// What a recipient can do there is in received-acts.ts.

/** What waits, shown before it is opened: never its title. */
export const WaitingMemory = z.object({
  /** For opening it. */
  id: Id,
  type: MemoryType,
  createdAt: Instant,
  durationSeconds: z.number().nullable(),
  /** When it came. */
  deliveredAt: Instant,
});
export type WaitingMemory = z.input<typeof WaitingMemory>;

/** What was opened before; shown on a device that the page knows. */
export const OpenedBefore = WaitingMemory.extend({
  title: z.string(),
  personalMessage: z.string().nullable(),
  /** Null if it was taken back since. */
  createdAt: Instant.nullable(),
  openedAt: Instant,
  /** As on the cover. */
  leftFor: z.string().nullable(),
  /** The owner took it back; its title and message are gone. */
  withdrawn: z.boolean(),
  /** The owner has not deleted it, and can read what is written back about it. */
  ownerHasIt: z.boolean(),
  /** What the recipient has written back about it. */
  reply: WordsBack.nullable(),
});
export type OpenedBefore = z.input<typeof OpenedBefore>;

/** What came by post: there is nothing to open here. */
export const CameByPost = z.object({
  id: Id,
  /** A memory that was printed or copied; null for a keepsake. */
  type: MemoryType.nullable(),
  title: z.string(),
  arrivedAt: Instant,
});
export type CameByPost = z.input<typeof CameByPost>;

/** Whether more is to come, as far as the owner lets us say so. */
export const whetherMore = ['nothing', 'more', 'last'] as const;

/** What the recipient's page shows before anything is opened: none of the content. */
export const ReceivedCover = z.object({
  ownerFirstName: z.string(),
  /** What the owner is to the recipient, in the owner's word, such as "mother". Null while a code is needed. */
  ownerRelationship: z.string().nullable(),
  recipientFirstName: z.string(),
  /** How many have not been shown on this device yet. */
  memoriesWaiting: z.number().int(),
  /** Those of them that can be shown, newest first; empty while a code is needed. */
  memories: z.array(WaitingMemory),
  /** Newest first. This and what follows are only for a device that has opened something here, or entered a code. */
  opened: z.array(OpenedBefore),
  byPost: z.array(CameByPost),
  /** The owner has died, and this recipient was told by us. */
  ownerDied: z.boolean(),
  /** The day of the death, if known. */
  ownerDiedOn: CalendarDay.nullable(),
  /** `last` only after the owner's death: until then more can be added. */
  more: z.enum(whetherMore),
  /** What the recipient has said through this page; null on a device that it does not know. */
  said: SaidOnPage.nullable(),
  codeNeeded: z.boolean(),
  /** The code can also be sent to another address: where the recipient is reached now. */
  codeElsewhere: z.boolean(),
  openedAt: Instant.nullable(),
  /** The first name of the person it was left for, who has died; null if it was left for this recipient. */
  leftFor: z.string().nullable(),
  /** The link went out by mistake, and no longer opens anything. */
  closed: z.boolean(),
  /** Somebody said that this page is not for them: it is closed on every device. Only the device that said so may take it back. */
  notForMe: z.object({ canUndo: z.boolean() }).nullable(),
});
export type ReceivedCover = z.input<typeof ReceivedCover>;

const ReceivedCode = z.string().regex(/^\d{6}$/, 'The code has six digits');

/** Where a code is sent: to the address that the link came to, or to another at which the recipient is reached now. */
export const codeDestinations = ['link', 'elsewhere'] as const;
export type CodeDestination = (typeof codeDestinations)[number];

export const ReceivedCodeForm = z
  .object({ code: ReceivedCode.optional(), to: z.enum(codeDestinations).optional() })
  .nullish();

export const ReceivedOpenForm = z
  .object({
    code: ReceivedCode.optional(),
    /** The id of a memory that waits or was opened before. Without it, everything is opened. */
    id: Id.optional(),
  })
  .nullish();

export const ReceivedMemory = z.object({
  id: Id,
  /** The page's id for it, for opening it again or writing back about it. */
  deliveryId: Id,
  type: MemoryType,
  title: z.string(),
  personalMessage: z.string().nullable(),
  content: z.string().nullable(),
  /** What the page shows or plays; null for a letter, and for a video or sound recording that is only downloaded. */
  fileUrl: z.string().nullable(),
  /** The original, byte for byte; null for a letter. */
  downloadUrl: z.string().nullable(),
  contentType: z.string().nullable(),
  durationSeconds: z.number().nullable(),
  peaks: Peaks.nullable(),
  /** As on the cover. */
  leftFor: z.string().nullable(),
  /** The owner deleted this memory after it was delivered, and took it back. */
  withdrawn: z.boolean(),
  /** This memory is being checked; it appears by itself. */
  underReview: z.boolean(),
  createdAt: Instant.nullable(),
  deliveredAt: Instant,
});
export type ReceivedMemory = z.input<typeof ReceivedMemory>;

export const ReceivedMemories = z.object({
  ownerName: z.string(),
  /** The requested one; otherwise everything that was opened, this link's own first. */
  memories: z.array(ReceivedMemory),
  /** Everything opened so far as one file, to keep; null in a preview. */
  zipUrl: z.string().nullable(),
});
export type ReceivedMemories = z.input<typeof ReceivedMemories>;
