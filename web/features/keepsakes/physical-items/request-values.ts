import type { Resolver } from 'react-hook-form';
import type { z } from 'zod';
import type { ItemCategory } from '../../../../shared/keepsakes/item-rules.ts';
import type { PhysicalItem } from '../../../../shared/keepsakes/physical-items.ts';
import { StorageRequestForm } from '../../../../shared/keepsakes/storage-requests.ts';
import { firstMessages } from '../../../lib/check-form.ts';

export interface RequestValues {
  physicalItemId: string;
  itemType: ItemCategory | '';
  itemDescription: string;
  estimatedValue: string;
  insuranceRequired: boolean;
  insuranceValue: string;
  insuranceProvider: string;
  policyNumber: string;
  storageInstructions: string;
  deliveryInstructions: string;
}

export const requestFieldNames = [
  'itemType',
  'itemDescription',
  'estimatedValue',
  'insuranceValue',
  'insuranceProvider',
  'policyNumber',
  'storageInstructions',
  'deliveryInstructions',
] as const;

/** Begins with what is known of the item, where it is about one. */
export function toValues(item: PhysicalItem | null): RequestValues {
  return {
    physicalItemId: item?.id ?? '',
    itemType: item?.category ?? '',
    itemDescription: item ? `${item.title}: ${item.description}` : '',
    estimatedValue: item?.estimatedValue ? String(item.estimatedValue) : '',
    insuranceRequired: item?.hasInsurance ?? false,
    insuranceValue: item?.insuranceValue ? String(item.insuranceValue) : '',
    insuranceProvider: '',
    policyNumber: '',
    storageInstructions: '',
    deliveryInstructions: '',
  };
}

function plain(values: RequestValues) {
  const dollars = (text: string) => text.replace(/[$,\s]/g, '');
  return {
    ...values,
    estimatedValue: dollars(values.estimatedValue),
    insuranceValue: values.insuranceRequired ? dollars(values.insuranceValue) : '',
  };
}

/** The request body. Throws a ZodError for values that were not checked. */
export function toForm(values: RequestValues): z.input<typeof StorageRequestForm> {
  return StorageRequestForm.parse(plain(values));
}

export const checkRequest: Resolver<RequestValues> = (values) => {
  const messages = Object.entries(firstMessages(StorageRequestForm.safeParse(plain(values))));
  if (messages.length === 0) return { values, errors: {} };
  return {
    values: {},
    errors: Object.fromEntries(messages.map(([field, message]) => [field, { type: 'validation', message }])),
  };
};
