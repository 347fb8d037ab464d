import type { Resolver } from 'react-hook-form';
import type { z } from 'zod';
import type { ItemCategory } from '../../../../shared/keepsakes/item-rules.ts';
import { type PhysicalItem, PhysicalItemForm } from '../../../../shared/keepsakes/physical-items.ts';
import { firstMessages } from '../../../lib/check-form.ts';

/** As the form holds them: texts are never null. */
export interface ItemValues {
  title: string;
  description: string;
  category: ItemCategory | '';
  estimatedValue: string;
  hasInsurance: boolean;
  insuranceValue: string;
  /** The empty text stands for nobody. */
  recipientId: string;
  personalMessage: string;
  deliveryInstructions: string;
}

export const itemFieldNames = [
  'title',
  'description',
  'category',
  'estimatedValue',
  'insuranceValue',
  'recipientId',
  'deliveryInstructions',
  'personalMessage',
] as const;

export function toValues(item: PhysicalItem | null): ItemValues {
  return {
    title: item?.title ?? '',
    description: item?.description ?? '',
    category: item?.category ?? '',
    estimatedValue: inFigures(item?.estimatedValue),
    hasInsurance: item?.hasInsurance ?? false,
    insuranceValue: inFigures(item?.insuranceValue),
    recipientId: item?.recipientId ?? '',
    personalMessage: item?.personalMessage ?? '',
    deliveryInstructions: item?.deliveryInstructions ?? '',
  };
}

function inFigures(dollars: number | null | undefined): string {
  return dollars === null || dollars === undefined ? '' : String(dollars);
}

/** `$1,250.50` as people type it, as a plain number. */
export function plainDollars(text: string): string {
  return text.replace(/[$,\s]/g, '');
}

function plain(values: ItemValues) {
  return {
    ...values,
    estimatedValue: plainDollars(values.estimatedValue),
    insuranceValue: values.hasInsurance ? plainDollars(values.insuranceValue) : '',
  };
}

/** The request body. Throws a ZodError for values that were not checked. */
export function toForm(values: ItemValues): z.input<typeof PhysicalItemForm> {
  return PhysicalItemForm.parse(plain(values));
}

export const checkItem: Resolver<ItemValues> = (values) => {
  const messages = Object.entries(firstMessages(PhysicalItemForm.safeParse(plain(values))));
  if (messages.length === 0) return { values, errors: {} };
  return {
    values: {},
    errors: Object.fromEntries(messages.map(([field, message]) => [field, { type: 'validation', message }])),
  };
};
