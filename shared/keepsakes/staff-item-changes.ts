import { z } from 'zod';
import { Id, optionalLine, Reason, requiredLine } from '../values.ts';
import { itemStatuses } from './item-rules.ts';

/** The item as staff saw it when they decided. If it has changed since, nothing is done. */
const Seen = z.object({
  status: z.enum(itemStatuses),
  storageLocation: z.string().max(200).nullable(),
  isFeeSettled: z.boolean(),
  recipientName: z.string().max(300).nullable(),
  /** Where it goes: its owner's address if it goes back to them. */
  mailingAddress: z.string().max(1000).nullable(),
  isHeld: z.boolean(),
  /** Why a colleague said that it was lost, and whether that was confirmed. Pages of the version before do not send these. */
  lostReason: z.string().max(2000).nullable().default(null),
  isLost: z.boolean().default(false),
});

export type SeenItem = z.output<typeof Seen>;
const Location = requiredLine(200, 'Please say where it is kept');
const handover = {
  sealNumber: optionalLine(100),
  /** A picture that was sent earlier. */
  photoId: Id.nullish(),
};

export const StaffItemChange = z.object({ reason: Reason, seen: Seen });
/** `from` is who brought it, if not the owner. */
export const StaffItemReceipt = StaffItemChange.extend({
  ...handover,
  storageLocation: Location,
  from: optionalLine(200),
});

export const StaffItemLocation = StaffItemChange.extend({ ...handover, storageLocation: Location });
/** `to` is who gets it, if not the intended recipient. */
export const StaffItemSending = StaffItemChange.extend({
  ...handover,
  to: optionalLine(200),
  trackingNumber: optionalLine(100),
});
/** `to` is who took it. */
export const StaffItemArrival = StaffItemChange.extend({
  ...handover,
  to: requiredLine(200, 'Please say who took it'),
});

export type ItemFacts = Partial<
  Record<
    'sealNumber' | 'photoId' | 'storageLocation' | 'from' | 'to' | 'trackingNumber',
    string | null | undefined
  >
>;
