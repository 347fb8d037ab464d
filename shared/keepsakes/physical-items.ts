import { z } from 'zod';
import { Id, Instant, plainText, requiredLine } from '../values.ts';
import { ItemHandover } from './item-handovers.ts';
import { ItemImage } from './item-images.ts';
import { itemCategories, itemStatuses, itemValueMax } from './item-rules.ts';

const titleMissing = 'Title is required';
const describeIt = 'Description must be at least 10 characters';
const amount = 'Please give an amount in dollars, with at most two decimals';

/** In dollars, as a number or a string. Nothing, or an empty string, means no amount. */
export const Dollars = z
  .union(
    [
      z.number(),
      z.literal('').transform(() => null),
      z
        .string()
        .regex(/^\d{1,9}(\.\d{1,2})?$/)
        .transform(Number),
    ],
    amount,
  )
  .refine((value) => value === null || (value >= 0 && isWholeCents(value)), amount)
  .refine((value) => value === null || value <= itemValueMax, 'This is more than we can insure')
  .nullish();

function isWholeCents(dollars: number): boolean {
  return Math.abs(dollars * 100 - Math.round(dollars * 100)) < 1e-6;
}

const words = (maxCharacters: number) => plainText(maxCharacters).trim().nullish();

export const PhysicalItemForm = z.object({
  title: requiredLine(200, titleMissing),
  description: plainText(2000, describeIt).trim().min(10, describeIt),
  category: z.enum(itemCategories, 'Please choose a category'),
  estimatedValue: Dollars,
  hasInsurance: z.boolean().default(false),
  /** Kept only if `hasInsurance`. */
  insuranceValue: Dollars,
  recipientId: z.union([z.literal('').transform(() => null), Id]).nullish(),
  personalMessage: words(2000),
  deliveryInstructions: words(1000),
});
export type PhysicalItemForm = z.output<typeof PhysicalItemForm>;

/** Omitted fields stay as they are. */
export const PhysicalItemChange = PhysicalItemForm.extend({
  hasInsurance: z.boolean(),
}).partial();
export type PhysicalItemChange = z.output<typeof PhysicalItemChange>;

export const ReturnRequest = z.object({
  reason: plainText(1000, 'Please say why you want it back').trim().min(1, 'Please say why you want it back'),
});

/** As its owner sees it. */
export const PhysicalItem = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  category: z.enum(itemCategories),
  estimatedValue: z.number().nullable(),
  hasInsurance: z.boolean(),
  insuranceValue: z.number().nullable(),
  /** In dollars a year. */
  insuranceFee: z.number().nullable(),
  recipientId: Id.nullable(),
  recipientName: z.string().nullable(),
  personalMessage: z.string().nullable(),
  deliveryInstructions: z.string().nullable(),
  status: z.enum(itemStatuses),
  /** Where it is kept, in the words of staff; null while it is not with us. */
  storageLocation: z.string().nullable(),
  receivedDate: Instant.nullable(),
  deliveryDate: Instant.nullable(),
  /** Since when it counts as lost on its way; null if it was found. */
  lostAt: Instant.nullable(),
  returnRequestDate: Instant.nullable(),
  returnFee: z.number().nullable(),
  returnFeePaidAt: Instant.nullable(),
  returnReason: z.string().nullable(),
  images: z.array(ItemImage),
  /** Oldest first. */
  handovers: z.array(ItemHandover),
  createdAt: Instant,
  updatedAt: Instant,
});
export type PhysicalItem = z.input<typeof PhysicalItem>;

export const PhysicalItemList = z.array(PhysicalItem);

export const ReturnFeeCheckout = z.object({ url: z.string() });
export type ReturnFeeCheckout = z.input<typeof ReturnFeeCheckout>;
