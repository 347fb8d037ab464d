import type { z } from 'zod';
import { type PhysicalItem, PhysicalItemForm } from '../../../../shared/keepsakes/physical-items.ts';
import { StorageRequestForm } from '../../../../shared/keepsakes/storage-requests.ts';
import { firstMessages } from '../../../lib/check-form.ts';

export type ItemValues = ReturnType<typeof toValues>;

/** The form's values: texts are never null, and an empty text means no recipient. */
export function toValues(item: PhysicalItem | null) {
  return {
    title: item?.title ?? '',
    description: item?.description ?? '',
    category: item?.category ?? ('' as const),
    estimatedValue: inFigures(item?.estimatedValue),
    hasInsurance: item?.hasInsurance ?? false,
    insuranceValue: inFigures(item?.insuranceValue),
    recipientId: item?.recipientId ?? '',
    deliveryInstructions: item?.deliveryInstructions ?? '',
    personalMessage: item?.personalMessage ?? '',
  };
}

/** The request body. Throws a ZodError for values that were not checked. */
export function toForm(values: ItemValues): z.input<typeof PhysicalItemForm> {
  return PhysicalItemForm.parse(plain(values, values.hasInsurance));
}

export function checkItem(values: ItemValues): Record<string, string> {
  return firstMessages(PhysicalItemForm.safeParse(plain(values, values.hasInsurance)));
}

export type RequestValues = ReturnType<typeof toRequestValues>;

/** The initial values, from the item if the request is about one. */
export function toRequestValues(item: PhysicalItem | null) {
  return {
    itemDescription: item ? `${item.title}: ${item.description}` : '',
    itemType: item?.category ?? ('' as const),
    estimatedValue: inFigures(item?.estimatedValue),
    insuranceRequired: item?.hasInsurance ?? false,
    insuranceValue: inFigures(item?.insuranceValue),
    insuranceProvider: '',
    policyNumber: '',
    storageInstructions: '',
    deliveryInstructions: '',
  };
}

/** The request body. Throws a ZodError for values that were not checked. */
export function toRequestForm(
  values: RequestValues,
  item: PhysicalItem | null,
): z.input<typeof StorageRequestForm> {
  const physicalItemId = item?.id ?? '';
  return StorageRequestForm.parse({ ...plain(values, values.insuranceRequired), physicalItemId });
}

export function checkRequest(values: RequestValues): Record<string, string> {
  const form = { ...plain(values, values.insuranceRequired), physicalItemId: '' };
  return firstMessages(StorageRequestForm.safeParse(form));
}

function inFigures(dollars: number | null | undefined): string {
  return dollars === null || dollars === undefined ? '' : String(dollars);
}

/** `$1,250.50` as people type it, as a plain number. */
export function plainDollars(text: string): string {
  return text.replace(/[$,\s]/g, '');
}

/** An insured value is used only if something is insured. */
function plain<Values extends { estimatedValue: string; insuranceValue: string }>(
  values: Values,
  isInsured: boolean,
): Values {
  return {
    ...values,
    estimatedValue: plainDollars(values.estimatedValue),
    insuranceValue: isInsured ? plainDollars(values.insuranceValue) : '',
  };
}
