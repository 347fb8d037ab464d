import type { z } from 'zod';
import { GiftOrderForm } from '../../../../shared/store/gift-orders.ts';
import type { GiftId } from '../../../../shared/store/gifts.ts';
import { firstMessages } from '../../../lib/first-messages.ts';

/** Chosen where the gifts go with no memory. */
export const noMemory = 'none';

/** The form as it is typed: texts are never missing. */
export interface OrderValues {
  recipientName: string;
  deliveryAddress: string;
  deliveryDate: string;
  specialInstructions: string;
  /** `noMemory`, or the id of one. */
  memoryId: string;
}

export const emptyOrder: OrderValues = {
  recipientName: '',
  deliveryAddress: '',
  deliveryDate: '',
  specialInstructions: '',
  memoryId: noMemory,
};

export const orderFieldNames = [
  'recipientName',
  'deliveryAddress',
  'deliveryDate',
  'specialInstructions',
  'memoryId',
] as const;

export function isEmptyOrder(values: OrderValues): boolean {
  return orderFieldNames.every((name) => values[name] === emptyOrder[name]);
}

/** Values from a stored draft; null when it holds something else. */
export function parseOrder(stored: unknown): OrderValues | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const texts: Record<string, unknown> = { ...stored };
  const values = { ...emptyOrder };
  for (const name of orderFieldNames) {
    const text = texts[name];
    if (typeof text !== 'string') return null;
    values[name] = text;
  }
  return values;
}

/** What is sent. */
export function toOrder(values: OrderValues, gifts: readonly GiftId[]): z.input<typeof GiftOrderForm> {
  return { ...values, memoryId: values.memoryId === noMemory ? null : values.memoryId, gifts: [...gifts] };
}

/** One message for each field that cannot stay as it is; `tomorrow` is the first day that can be chosen, YYYY-MM-DD. */
export function checkOrder(
  values: OrderValues,
  gifts: readonly GiftId[],
  tomorrow: string,
): Record<string, string> {
  const messages = firstMessages(GiftOrderForm.safeParse(toOrder(values, gifts)));
  if (messages['deliveryDate'] || values.deliveryDate >= tomorrow) return messages;
  return { ...messages, deliveryDate: 'Please choose a day from tomorrow on' };
}
