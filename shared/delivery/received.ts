import { z } from 'zod';
import { MemoryType, Peaks } from '../memories/memories.ts';
import { Id, Instant } from '../values.ts';

/** What waits, told before it is opened: never its title. */
export const WaitingMemory = z.object({
  type: MemoryType,
  createdAt: Instant,
  durationSeconds: z.number().nullable(),
});
export type WaitingMemory = z.input<typeof WaitingMemory>;

/** What the recipient's page shows before anything is opened: nothing of the content. */
export const ReceivedCover = z.object({
  ownerFirstName: z.string(),
  /** What the owner is to the recipient, in the owner's word: "mother". Null while a code is needed. */
  ownerRelationship: z.string().nullable(),
  recipientFirstName: z.string(),
  /** How many this device has not been shown yet. */
  memoriesWaiting: z.number().int(),
  /** Of those, what can be shown, this link's own first; empty while a code is needed. */
  memories: z.array(WaitingMemory),
  codeNeeded: z.boolean(),
  openedAt: Instant.nullable(),
  /** The first name of the person for whom it was left, who has died; null where it was left for this recipient. */
  leftFor: z.string().nullable(),
  /** The link went out by mistake, and opens nothing any more. */
  closed: z.boolean(),
});
export type ReceivedCover = z.input<typeof ReceivedCover>;

export const ReceivedOpenForm = z
  .object({
    code: z
      .string()
      .regex(/^\d{6}$/, 'The code has six digits')
      .optional(),
  })
  .nullish();

export const ReceivedMemory = z.object({
  id: Id,
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
  memories: z.array(ReceivedMemory),
  /** All of them as one file, to keep; null in a preview. */
  zipUrl: z.string().nullable(),
});
export type ReceivedMemories = z.input<typeof ReceivedMemories>;
