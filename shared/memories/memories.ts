import { z } from 'zod';
import { isWritten, memoryTypes } from '../memory-types.ts';
import { Id, Instant, optionalLine, plainText, requiredLine, SentVersion } from '../values.ts';
import { letterMaxCharacters, requiredFieldsMissing } from './memory-limits.ts';

export type { FileMemoryType } from './memory-limits.ts';
export {
  acceptedFormats,
  fileTooLarge,
  invalidFileType,
  letterMaxCharacters,
  memoryFileMaxBytes,
} from './memory-limits.ts';

const whichType = 'Please choose photo, video, audio or letter';

export const MemoryType = z.enum(memoryTypes, whichType);
export type MemoryType = z.infer<typeof MemoryType>;

export const memoryListMaxItems = 500;

/**
 * A memory that is not approved is still being checked, waits for a person's review, needs another file, or
 * was not approved by a person who reviewed it.
 */
export const MemoryApproval = z.enum(['approved', 'checking', 'in_review', 'unreadable', 'rejected']);
export type MemoryApproval = z.infer<typeof MemoryApproval>;

/** The heights, 0 to 255, of a sound's waveform. Null if there is none, or it could not be analysed. */
export const Peaks = z.array(z.number().int());

export const Memory = z.object({
  id: Id,
  /** Incremented with each change by its owner. */
  version: z.number().int(),
  type: MemoryType,
  title: z.string(),
  content: z.string().nullable(),
  recipient: z.string(),
  /** The person in the address book whom `recipient` names; null for a group, and for a name that is no longer in it. */
  recipientId: Id.nullable(),
  personalMessage: z.string().nullable(),
  /** A letter that includes the owner's journal, as a book of the day on which it is delivered. */
  withJournal: z.boolean(),
  /** To be deleted after its owner's death rather than delivered to anybody. */
  deleteOnDeath: z.boolean(),
  isApproved: z.boolean(),
  approval: MemoryApproval,
  /** Why this memory is not approved: a sentence for the owner. */
  heldReason: z.string().nullable(),
  /** When a member of staff opened it, and why. */
  openings: z.array(z.object({ openedAt: Instant, reason: z.string() })),
  /** The original, byte for byte; null for a letter. */
  fileUrl: z.string().nullable(),
  fileName: z.string().nullable(),
  fileSizeBytes: z.number().int().nullable(),
  contentType: z.string().nullable(),
  thumbnailUrl: z.string().nullable(),
  /** What a page shows or plays: an upright picture, or a recording that every browser plays. */
  displayUrl: z.string().nullable(),
  durationSeconds: z.number().nullable(),
  peaks: Peaks.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Memory = z.input<typeof Memory>;

/** The person in the address book whom a memory is for; in a multipart form an empty text means nobody. */
export const AddresseeId = z.union([z.literal('').transform(() => null), Id]).nullish();

export const MemoryList = z.array(Memory);

function uploadedFields(type: MemoryType) {
  const { message } = requiredFieldsMissing(type);
  return {
    title: requiredLine(200, message),
    recipient: requiredLine(200, message),
    recipientId: AddresseeId,
    content: plainText(letterMaxCharacters).nullish(),
    personalMessage: plainText(2000).nullish(),
  };
}

const LetterForm = z.object({ type: z.literal('letter'), ...uploadedFields('letter') });
const FileForm = z.object({ type: MemoryType.exclude(['letter']), ...uploadedFields('photo') });

/** The fields of an upload's multipart form, except the file. */
export const MemoryForm = z
  .discriminatedUnion('type', [LetterForm, FileForm], whichType)
  .refine((form) => !isWritten(form.type) || Boolean(form.content?.trim()), {
    path: ['content'],
    message: 'Please write the letter first',
  });
export type MemoryForm = z.infer<typeof MemoryForm>;

const maxSchedulesCancelled = 2000;

export const MemoryChanges = z.object({
  title: LetterForm.shape.title.optional(),
  recipient: LetterForm.shape.recipient.optional(),
  /** If left out with another `recipient`, it is no longer anybody from the address book. */
  recipientId: AddresseeId,
  content: plainText(letterMaxCharacters).optional(),
  personalMessage: optionalLine(2000),
  withJournal: z.boolean().optional(),
  deleteOnDeath: z.boolean().optional(),
  /** With `deleteOnDeath: true`: the schedules that end with it, as they were seen. If there are others, nothing is changed. */
  cancelSchedules: z.array(Id).max(maxSchedulesCancelled).optional(),
  /** With `deleteOnDeath: false`: restores the schedules that had been cancelled. */
  restoreSchedules: z.boolean().optional(),
  version: SentVersion,
});
export type MemoryChanges = z.infer<typeof MemoryChanges>;

export const MemoryListQuery = z.object({
  limit: z.coerce.number().int().min(1).catch(memoryListMaxItems).optional(),
  /** Keyset paging: the id of the previous page's last memory. Ids are in order of creation. */
  before: Id.optional(),
  type: MemoryType.optional(),
});
