import { describe, expect, test } from 'vitest';
import { gifts, giftsOf, totalOf } from '../../../../shared/store/gifts.ts';
import { selectionIn, storeAddress, toggled } from './selection.ts';

describe('the selection', () => {
  test('adds and removes gifts, in catalogue order', () => {
    expect(toggled([], 'yard_signs')).toEqual(['yard_signs']);
    expect(toggled(['yard_signs'], 'standard_frame')).toEqual(['standard_frame', 'yard_signs']);
    expect(toggled(['standard_frame', 'yard_signs'], 'standard_frame')).toEqual(['yard_signs']);
  });

  test('is written to the URL of the store and read from it', () => {
    expect(storeAddress([])).toBe('/store');
    expect(storeAddress(['standard_frame', 'flowers'])).toBe('/store?gifts=standard_frame,flowers');
    for (const chosen of [[], ['flowers'], gifts.map(({ id }) => id)] as const)
      expect(selectionIn(new URL(storeAddress(chosen), 'http://localhost').searchParams)).toEqual(chosen);
  });

  test.each([
    ['', []],
    ['gifts=', []],
    ['gifts=doves', []],
    ['gifts=doves,flowers,,flowers,__proto__', ['flowers']],
    ['gifts=flowers%2Cbands', ['flowers', 'bands']],
  ])('is read from "%s" as %j: what is not sold is left out', (search, ids) => {
    expect(selectionIn(new URLSearchParams(search))).toEqual(ids);
  });
});

test('the total is a simple sum', () => {
  expect(totalOf([])).toBe(0);
  expect(totalOf(giftsOf(['premium_frame', 'flowers']))).toBe(338);
  expect(totalOf(gifts)).toBe(149 + 249 + 89 + 299 + 45 + 65);
});
