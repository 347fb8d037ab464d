import { expect, test } from 'vitest';
import { findDifferingFields } from './differing-fields.ts';

const labels = { phone: 'Phone', address: 'Address', email: 'Email' };
const read = { phone: '1', address: 'Elm', email: 'a@example.com' };

test('what was changed here, elsewhere and in both; what is the same is left out', () => {
  const saved = { phone: '2', address: 'Oak', email: 'a@example.com' };
  const typed = { phone: '1', address: 'Ash', email: 'b@example.com' };
  const found = findDifferingFields(labels, { read, saved, typed });
  expect(found.map(({ label, changed }) => [label, changed])).toEqual([
    ['Phone', 'elsewhere'],
    ['Address', 'both'],
    ['Email', 'here'],
  ]);
  expect(found[1]).toMatchObject({ name: 'address', saved: 'Oak', typed: 'Ash' });
});

test('the same change in both places is no difference', () => {
  const both = { ...read, phone: '2' };
  expect(findDifferingFields(labels, { read, saved: both, typed: both })).toEqual([]);
});

test('where nobody knows what was read, each difference has to be chosen', () => {
  const found = findDifferingFields(labels, { read: null, saved: { ...read, phone: '2' }, typed: read });
  expect(found.map(({ changed }) => changed)).toEqual(['both']);
});
