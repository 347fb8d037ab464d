import { expect, test } from 'vitest';
import {
  checkItem,
  checkRequest,
  plainDollars,
  toForm,
  toRequestForm,
  toRequestValues,
  toValues,
} from './item-values.ts';

const typed = {
  ...toValues(null),
  title: 'The ring',
  description: 'Gold, with a small stone',
  category: 'jewelry' as const,
};

test('amounts are read as people type them', () => {
  expect(plainDollars('$ 1,250.50')).toBe('1250.50');
  expect(toForm({ ...typed, estimatedValue: '$1,250.50' }).estimatedValue).toBe(1250.5);
});

test('an insured value counts only where the item is insured', () => {
  const insured = { ...typed, hasInsurance: true, insuranceValue: '4,000' };
  expect(toForm(insured).insuranceValue).toBe(4000);
  expect(toForm({ ...insured, hasInsurance: false }).insuranceValue).toBeNull();
  expect(checkItem({ ...insured, hasInsurance: false, insuranceValue: 'a lot' })).toEqual({});
  expect(checkItem({ ...insured, insuranceValue: 'a lot' })).toHaveProperty('insuranceValue');
});

test('an empty form names each field that is missing', () => {
  expect(Object.keys(checkItem(toValues(null)))).toEqual(['title', 'description', 'category']);
  expect(checkItem(typed)).toEqual({});
});

test('a request about nothing yet begins empty, and is sent without an item', () => {
  const request = {
    ...toRequestValues(null),
    itemDescription: 'A box of letters',
    itemType: 'document' as const,
  };
  expect(checkRequest(toRequestValues(null))).toHaveProperty('itemType');
  expect(checkRequest(request)).toEqual({});
  expect(toRequestForm(request, null).physicalItemId).toBeNull();
});
