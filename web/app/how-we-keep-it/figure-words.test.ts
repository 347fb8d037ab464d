import { expect, test } from 'vitest';
import type { OwnFigures } from '../../../shared/home/own-figures.ts';
import type { PartId } from '../../pages/how-we-keep-it/part.tsx';
import { figures } from './figure-words.ts';

const lastAt = '2026-11-22T12:00:00.000Z';
const person = (firstName: string) => ({ id: firstName, firstName });
const own: OwnFigures = {
  timezone: 'America/New_York',
  files: { files: 214, bytes: 1_400_000_000, whole: 214, checkedAt: '2026-11-17T12:00:00.000Z' },
  memories: 232,
  letters: 18,
  opened: { memories: 0, lastAt: null },
  firstDay: '2026-12-07',
  tellers: ['Inés', 'Daniel'],
  reports: { count: 0, lastAt: null },
  payment: { isFree: false, paidThrough: '2027-09-24T12:00:00.000Z', due: 0 },
  people: { count: 7, unreachable: [] },
};
const nothing = { files: 0, bytes: 0, whole: 0, checkedAt: null };

test.each<[PartId, Partial<OwnFigures>, string | null]>([
  ['files', {}, '214 of 214 files are whole, checked on Tuesday, 17 November 2026.'],
  ['files', { files: nothing }, null],
  ['readers', {}, 'None of your memories has been opened by us.'],
  [
    'readers',
    { opened: { memories: 1, lastAt } },
    'One of your memories was opened by us, last on 22 November 2026.',
  ],
  [
    'readers',
    { opened: { memories: 2, lastAt } },
    'Two of your memories were opened by us, last on 22 November 2026.',
  ],
  ['readers', { memories: 0 }, null],
  [
    'death',
    {},
    '7 December 2026 is the first day on which anything for after your death could go out, if Inés or Daniel told us today.',
  ],
  [
    'death',
    { tellers: [] },
    '7 December 2026 is the first day on which anything for after your death could go out, if somebody told us today.',
  ],
  ['mistake', {}, 'No report of your death is known to us.'],
  [
    'mistake',
    { reports: { count: 1, lastAt } },
    'One report of your death has come in, on 22 November 2026.',
  ],
  [
    'mistake',
    { reports: { count: 2, lastAt } },
    'Two reports of your death have come in, the last on 22 November 2026.',
  ],
  ['paying', {}, '24 September 2027 is the day you have paid up to. No delivery waits for money.'],
  [
    'paying',
    { payment: { isFree: false, paidThrough: lastAt, due: 60 } },
    '$60 is due. Until it is paid, your deliveries wait.',
  ],
  [
    'paying',
    { payment: { isFree: true, paidThrough: null, due: 0 } },
    'Free is your plan. No delivery waits for money.',
  ],
  ['paying', { payment: { isFree: false, paidThrough: null, due: 0 } }, null],
  ['closing', {}, null],
  ['export', {}, '1.4 GB in 214 files, and 18 letters, as of today.'],
  ['export', { letters: 0 }, '1.4 GB in 214 files, as of today.'],
  ['export', { files: nothing }, '18 letters as of today.'],
  ['export', { files: nothing, letters: 0 }, null],
  ['limits', {}, 'Everybody you wrote down can be reached today, as far as we know.'],
  [
    'limits',
    { people: { count: 7, unreachable: [person('Ana')] } },
    'One of seven people cannot be reached today: Ana.',
  ],
  [
    'limits',
    { people: { count: 1, unreachable: [person('Ana')] } },
    'Nobody you wrote down can be reached today.',
  ],
  ['limits', { people: { count: 0, unreachable: [] } }, null],
])('%s, %j', (part, changes, words) => {
  expect(figures[part]({ ...own, ...changes })?.join(' ') ?? null).toBe(words);
});
