import { expect, test } from 'vitest';
import type { AttentionItem } from '../../../../../shared/home/attention.ts';
import { headingOf, safeOf } from './attention-words.ts';
import { readNotice, saveNotice } from './notice-memory.ts';

function item(kind: AttentionItem['kind'], reason: AttentionItem['reason'], id: string): AttentionItem {
  const people = [{ id, firstName: id }];
  return { kind, reason, people, things: [], thingCount: 0, count: 1, due: null, amount: null, href: '/' };
}
const ada = item('unreachable', 'no_address', 'Ada');
const harold = item('unreachable', 'no_mailing_address', 'Harold');
const months = item('arrears', 'arrears', 'Grace');

test('the heading says what all lines have in common, else how many there are', () => {
  expect(headingOf([ada, harold])).toBe('Two people cannot be reached');
  expect(headingOf([ada, { ...ada, reason: 'address_does_not_work' }])).toBe('One person cannot be reached');
  expect(headingOf([{ ...months, count: 2 }])).toBe('Two deliveries wait for a payment');
  expect(headingOf([ada, months])).toBe('Two things need you');
  expect(headingOf([item('report', 'report_stopped', 'Ruth'), ada])).toBe('A report that you had died');
  expect(safeOf([ada])).toContain('is safe');
});

test('what stood under the greeting is remembered for each account; blocked storage means the quiet line', () => {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
  expect(readNotice(storage, 'ruth@example.com')).toBe('line');
  saveNotice(storage, 'ruth@example.com', 312);
  expect(readNotice(storage, 'ruth@example.com')).toBe(312);
  expect(readNotice(storage, 'leo@example.com')).toBe('line');
  saveNotice(storage, 'ruth@example.com', 'none');
  expect(readNotice(storage, 'ruth@example.com')).toBe('none');
  stored.set('notice:ruth@example.com', 'nonsense');
  expect(readNotice(storage, 'ruth@example.com')).toBe('line');
});
