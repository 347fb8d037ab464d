import { z } from 'zod';
import { Id, Instant, optionalLine, plainText, requiredLine } from './values.ts';

export const memoryTypes = ['photo', 'video', 'audio', 'letter'] as const;
export const MemoryType = z.enum(memoryTypes);
export type MemoryType = z.infer<typeof MemoryType>;
export type FileMemoryType = Exclude<MemoryType, 'letter'>;

export const recipientGroups = ['children', 'spouse', 'family', 'friends'] as const;

export const memoryFileMaxBytes = 52_428_800;
export const letterMaxCharacters = 5000;
export const memoryListMaxItems = 500;

/** The file formats a memory may have, with the content types that browsers send for them. */
export const acceptedFormats: Readonly<Record<FileMemoryType, Readonly<Record<string, readonly string[]>>>> =
  {
    photo: {
      jpeg: ['image/jpeg', 'image/jpg', 'image/pjpeg'],
      png: ['image/png'],
      gif: ['image/gif'],
      webp: ['image/webp'],
    },
    video: {
      mp4: ['video/mp4', 'video/x-m4v'],
      avi: ['video/x-msvideo', 'video/avi', 'video/msvideo', 'video/vnd.avi'],
      mov: ['video/quicktime'],
      webm: ['video/webm'],
    },
    audio: {
      mp3: ['audio/mpeg', 'audio/mp3'],
      wav: ['audio/wav', 'audio/x-wav', 'audio/wave', 'audio/vnd.wave'],
      ogg: ['audio/ogg', 'application/ogg', 'audio/opus'],
      m4a: ['audio/mp4', 'audio/x-m4a', 'audio/m4a', 'audio/aac'],
    },
  };

export const fileTooLarge = {
  title: 'File too large',
  message: 'Please select a file smaller than 50MB',
} as const;

export function invalidFileType(type: MemoryType) {
  return { title: 'Invalid file type', message: `Please select a valid ${type} file` } as const;
}

export function requiredFieldsMissing(type: MemoryType) {
  const verb = type === 'letter' ? 'saving' : 'uploading';
  return {
    title: 'Required fields missing',
    message: `Please fill in title and recipient before ${verb}`,
  } as const;
}

export const Memory = z.object({
  id: Id,
  type: MemoryType,
  title: z.string(),
  content: z.string().nullable(),
  recipient: z.string(),
  personalMessage: z.string().nullable(),
  isApproved: z.boolean(),
  /** Plain words: what keeps this memory from being approved, when it waits for a person's review. */
  heldReason: z.string().nullable(),
  /** The original, byte for byte as it was uploaded; null for a letter. */
  fileUrl: z.string().nullable(),
  fileName: z.string().nullable(),
  fileSizeBytes: z.number().int().nullable(),
  contentType: z.string().nullable(),
  thumbnailUrl: z.string().nullable(),
  /** What a page shows or plays: an upright picture, a film that browsers can play. */
  displayUrl: z.string().nullable(),
  durationSeconds: z.number().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Memory = z.input<typeof Memory>;

export const MemoryList = z.array(Memory);

/** The fields beside the file in the multipart form of an upload. */
export const MemoryForm = z
  .object({
    type: MemoryType,
    title: requiredLine(200, 'Please fill in title and recipient before uploading'),
    recipient: requiredLine(200, 'Please fill in title and recipient before uploading'),
    content: plainText(letterMaxCharacters).nullish(),
    personalMessage: plainText(2000).nullish(),
  })
  .refine((form) => form.type !== 'letter' || Boolean(form.content?.trim()), {
    path: ['content'],
    message: 'Please write the letter first',
  });
export type MemoryForm = z.infer<typeof MemoryForm>;

export const MemoryChanges = z.object({
  title: requiredLine(200, 'Please fill in title and recipient before saving').optional(),
  recipient: requiredLine(200, 'Please fill in title and recipient before saving').optional(),
  content: plainText(letterMaxCharacters).optional(),
  personalMessage: optionalLine(2000),
});
export type MemoryChanges = z.infer<typeof MemoryChanges>;

export const MemoryListQuery = z.object({
  limit: z.coerce.number().int().min(1).catch(memoryListMaxItems).optional(),
  /** Keyset paging: the id of the last memory of the page before; ids are in order of creation. */
  before: Id.optional(),
  type: MemoryType.optional(),
});
