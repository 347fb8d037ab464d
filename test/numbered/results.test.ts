import { expect, test } from 'vitest';
import { faults } from './faults.ts';
import { type NumberedList, tableOf } from './results.ts';
import { security } from './security.ts';

const some = (list: NumberedList, ...numbers: string[]): NumberedList => ({
  ...list,
  what: Object.fromEntries(numbers.map((number) => [number, `what of ${number}`])),
});

test('a test counts for every number in its name, and the numbers without one are named', () => {
  const list = some(security, '8', '9', '10', '67', '68');
  const path = 'server/a.test.ts';
  expect(
    tableOf(list, [
      { name: 'security 8, 9: a new password > ends every session', path, state: 'passed' },
      { name: 'security 8: a link works once', path, state: 'failed' },
      { name: 'security 67 and 68: a proxy', path, state: 'skipped' },
      { name: 'ten of 10', path, state: 'passed' },
    ]),
  ).toBe(
    [
      '       Security     passed   failed  skipped',
      '    8  what of 8         1        1        0',
      '    9  what of 9         1        0        0',
      '   67  what of 67        0        0        1',
      '   68  what of 68        0        0        1',
      'No test by this number: 10',
    ].join('\n'),
  );
});

test('a fault counts by the name of its file too', () => {
  const table = tableOf(some(faults, 'F09', 'F20', 'F21'), [
    { name: 'forward by 15 days', path: 'test/faults/f20-all-clocks-jump.test.ts', state: 'passed' },
    { name: 'F20, F21: all clocks went back', path: 'server/clock-watch.test.ts', state: 'passed' },
  ]);
  expect(table.split('\n').slice(1)).toEqual([
    '  F20  what of F20        2        0        0',
    '  F21  what of F21        1        0        0',
    'No test by this number: F09',
  ]);
});
