import { z } from 'zod';
import { DraftVersions } from '../memories/drafts.ts';
import { CalendarDay, Id, Instant, plainText, requiredLine } from '../values.ts';
import { type GiftType, giftIds, giftTypes } from './gifts.ts';

/** In this order. Its owner can cancel it until it is sent. */
export const giftOrderStatuses = [
  'pending',
  'paid',
  'preparing',
  'shipped',
  'delivered',
  'cancelled',
] as const;
export type GiftOrderStatus = (typeof giftOrderStatuses)[number];

export type GiftOrderType = GiftType | 'mixed';

const chooseOne = 'Please choose at least one gift';
const giveAddress = 'Please give the address it should be brought to';
const giveDay = 'Please choose the day of delivery';

export const GiftOrderForm = z.object({
  /** Duplicates count once. */
  gifts: z
    .array(z.enum(giftIds, 'There is no such gift in the store'), chooseOne)
    .min(1, chooseOne)
    .max(100, 'There is no such gift in the store'),
  recipientName: requiredLine(200, 'Please say who it is for'),
  deliveryAddress: plainText(500, giveAddress).trim().min(1, giveAddress),
  deliveryDate: z.string(giveDay).min(1, giveDay).pipe(z.iso.date(giveDay)),
  specialInstructions: plainText(1000).trim().nullish(),
  memoryId: Id.nullish(),
  /** The versions of the order among the drafts, if there are any. */
  draftVersions: DraftVersions.optional(),
});
export type GiftOrderForm = z.output<typeof GiftOrderForm>;

const GiftItem = z.object({
  id: z.enum(giftIds),
  name: z.string(),
  price: z.number(),
  description: z.string(),
  type: z.enum(giftTypes),
  popular: z.boolean(),
});
export const GiftList = z.array(GiftItem);

export const OrderedGift = z.object({ id: z.enum(giftIds), name: z.string(), price: z.number() });
export type OrderedGift = z.infer<typeof OrderedGift>;

export const GiftOrder = z.object({
  id: Id,
  memoryId: Id.nullable(),
  giftType: z.enum([...giftTypes, 'mixed']),
  giftDetails: z.array(OrderedGift),
  recipientName: z.string(),
  deliveryAddress: z.string(),
  deliveryDate: CalendarDay,
  specialInstructions: z.string().nullable(),
  totalAmount: z.number(),
  status: z.enum(giftOrderStatuses),
  trackingNumber: z.string().nullable(),
  paidAt: Instant.nullable(),
  cancelledAt: Instant.nullable(),
  shippedAt: Instant.nullable(),
  deliveredAt: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type GiftOrder = z.input<typeof GiftOrder>;

export const GiftOrderList = z.array(GiftOrder);

/** A new order with the page to pay it on; null if the page did not open, and the order can be paid later. */
export const PlacedGiftOrder = GiftOrder.extend({ checkoutUrl: z.string().nullable() });
export type PlacedGiftOrder = z.input<typeof PlacedGiftOrder>;

export const GiftCheckout = z.object({ url: z.string() });
export type GiftCheckout = z.input<typeof GiftCheckout>;
