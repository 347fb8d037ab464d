import { expect, test } from 'vitest';
import { describeKept } from './describe-kept.ts';

const checkedAt = '2026-11-17T12:00:00.000Z';
const broken = 'missing or damaged in our storage. We have been told, and are looking for a good copy.';

test.each([
  [
    { files: 214, whole: 214, checkedAt },
    '214 of 214 files are whole, checked on Tuesday, 17 November 2026.',
  ],
  [{ files: 1, whole: 1, checkedAt: null }, '1 of 1 file is whole.'],
  [
    { files: 1214, whole: 1213, checkedAt },
    `1,213 of 1,214 files are whole, checked on Tuesday, 17 November 2026. One is ${broken}`,
  ],
  [{ files: 5, whole: 2, checkedAt: null }, `2 of 5 files are whole. 3 are ${broken}`],
])('%j', (kept, text) => {
  expect(describeKept(kept, 'America/New_York')).toBe(text);
});
