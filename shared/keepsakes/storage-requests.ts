import { z } from 'zod';
import { Id, Instant, optionalLine, plainText } from '../values.ts';
import { itemCategories } from './item-rules.ts';
import { Dollars } from './physical-items.ts';

/** In this order; `declined` and `cancelled` end it. */
export const storageRequestStatuses = ['pending', 'approved', 'received', 'declined', 'cancelled'] as const;
export type StorageRequestStatus = (typeof storageRequestStatuses)[number];

const describeIt = 'Description must be at least 10 characters';

export const StorageRequestForm = z.object({
  /** The item it is about, if that was already added. */
  physicalItemId: z.union([z.literal('').transform(() => null), Id]).nullish(),
  itemType: z.enum(itemCategories, 'Please choose a category'),
  itemDescription: plainText(2000, describeIt).trim().min(10, describeIt),
  estimatedValue: Dollars,
  insuranceRequired: z.boolean().default(false),
  /** The insurance during transport: kept only if `insuranceRequired`. */
  insuranceValue: Dollars,
  insuranceProvider: optionalLine(200),
  policyNumber: optionalLine(100),
  storageInstructions: plainText(1000).trim().nullish(),
  deliveryInstructions: plainText(1000).trim().nullish(),
});
export type StorageRequestForm = z.output<typeof StorageRequestForm>;

/** As its owner sees it. */
export const StorageRequest = z.object({
  id: Id,
  physicalItemId: Id.nullable(),
  itemType: z.enum(itemCategories),
  itemDescription: z.string(),
  estimatedValue: z.number().nullable(),
  insuranceRequired: z.boolean(),
  insuranceValue: z.number().nullable(),
  insuranceProvider: z.string().nullable(),
  policyNumber: z.string().nullable(),
  storageInstructions: z.string().nullable(),
  deliveryInstructions: z.string().nullable(),
  status: z.enum(storageRequestStatuses),
  /** Where and how to send it, in the words of staff. */
  answer: z.string().nullable(),
  answeredAt: Instant.nullable(),
  /** Where the item is kept since it arrived. */
  storageLocation: z.string().nullable(),
  receivedDate: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type StorageRequest = z.input<typeof StorageRequest>;

export const StorageRequestList = z.array(StorageRequest);

/** In our words; it is part of a mail. */
export const StorageAnswer = plainText(2000, 'Please say where and how to send it, or why not')
  .trim()
  .min(1, 'Please say where and how to send it, or why not');
