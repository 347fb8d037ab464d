import { z } from 'zod';
import { Id, Instant } from '../values.ts';
import { MemoryType } from './memories.ts';

/** A file that has arrived in part. The rest is expected until `expiresAt`, which every received byte extends. */
export const Upload = z.object({
  id: Id,
  type: MemoryType,
  fileName: z.string(),
  sizeBytes: z.number().int(),
  arrivedBytes: z.number().int(),
  createdAt: Instant,
  expiresAt: Instant,
});
export type Upload = z.input<typeof Upload>;

export const UploadList = z.array(Upload);

/** What a client says about a file before it sends it, in `Upload-Metadata`. */
export const UploadMetadata = z.object({
  filename: z.string().min(1, 'Please name the file').max(1000),
  filetype: z.string().max(200).default(''),
  type: MemoryType.exclude(['letter'], 'Please choose photo, video or audio'),
  /** The hash of the whole file, in lower-case hex. What arrived is compared with it. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});
export type UploadMetadata = z.output<typeof UploadMetadata>;
