import { z } from 'zod';
import { Id, Instant, optionalLine, Reason } from '../values.ts';

export const ItemImage = z.object({
  id: Id,
  physicalItemId: Id,
  imageUrl: z.string(),
  thumbnailUrl: z.string(),
  /** Of its owner, or taken by us when it changed hands. */
  imageType: z.enum(['owner', 'handover']),
  description: z.string().nullable(),
  createdAt: Instant,
});

export type ItemImage = z.input<typeof ItemImage>;

export const ItemImageFields = z.object({ description: optionalLine(300) });
/** Of a picture that staff take. */
export const HandoverPhotoFields = ItemImageFields.extend({ reason: Reason });
