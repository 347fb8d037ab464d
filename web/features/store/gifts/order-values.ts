import type { z } from 'zod';
import { formatFullDay } from '../../../../shared/dates.ts';
import { GiftOrderForm } from '../../../../shared/store/gift-orders.ts';
import type { GiftId } from '../../../../shared/store/gifts.ts';
import { firstMessages } from '../../../lib/check-form.ts';

/** The `memoryId` of an order without a memory. */
export const noMemory = 'none';

export type OrderValues = typeof emptyOrder;

export const emptyOrder = {
  recipientName: '',
  deliveryAddress: '',
  deliveryDate: '',
  specialInstructions: '',
  /** `noMemory` or an id. */
  memoryId: noMemory as string,
};

const fieldNames = Object.keys(emptyOrder) as (keyof OrderValues)[];

export function isEmptyOrder(values: OrderValues): boolean {
  return fieldNames.every((name) => values[name] === emptyOrder[name]);
}

/** Values of a stored draft; null if it has a different shape. */
export function parseOrder(stored: unknown): OrderValues | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const texts: Record<string, unknown> = { ...stored };
  const values = { ...emptyOrder };
  for (const name of fieldNames) {
    const text = texts[name];
    if (typeof text !== 'string') return null;
    values[name] = text;
  }
  return values;
}

/** The request body. */
export function toOrder(values: OrderValues, gifts: readonly GiftId[]): z.input<typeof GiftOrderForm> {
  return { ...values, memoryId: values.memoryId === noMemory ? null : values.memoryId, gifts: [...gifts] };
}

/** Returns one message for each invalid field. `tomorrow` is the first possible day, YYYY-MM-DD. */
export function checkOrder(
  values: OrderValues,
  gifts: readonly GiftId[],
  tomorrow: string,
): Record<string, string> {
  const messages = firstMessages(GiftOrderForm.safeParse(toOrder(values, gifts)));
  if (messages['deliveryDate'] || values.deliveryDate >= tomorrow) return messages;
  return { ...messages, deliveryDate: 'Please choose a day from tomorrow on' };
}

/** Who gets it and when, in a sentence; empty until both are chosen. `count` is the number of gifts. */
export function describeOrder(name: string, day: string, count: number): string {
  if (!name.trim() || !day) return '';
  const what = count === 1 ? 'this' : count === 2 ? 'both' : 'all of this';
  return `${name.trim()} gets ${what} on ${formatFullDay(day)}. `;
}
