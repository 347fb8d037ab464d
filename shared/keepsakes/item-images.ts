import { z } from 'zod';
import { Id, Instant, optionalLine, Reason } from '../values.ts';

export const ItemImage = z.object({
  id: Id,
  physicalItemId: Id,
  imageUrl: z.string(),
  thumbnailUrl: z.string(),
  /** Taken by its owner, or by us when it changed hands. */
  imageType: z.enum(['owner', 'handover']),
  description: z.string().nullable(),
  createdAt: Instant,
});

export type ItemImage = z.input<typeof ItemImage>;

export const ItemImageFields = z.object({ description: optionalLine(300) });
/** For a picture taken by staff. */
export const HandoverPhotoFields = ItemImageFields.extend({ reason: Reason });
