import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../../lib/api/api-error.ts';
import { noValues } from './memory-values.ts';
import { isSameSubmission, isSurelyNotStored, type Submission } from './send-memory.ts';

const file = new File(['a'], 'a.jpg');
const values = { ...noValues, content: 'Dear Maya', title: 'Toast', recipient: 'Maya' };
const submission: Submission = { type: 'letter', values, file, existingId: null };

describe('a memory that is sent once more keeps its key, so that it is not stored twice', () => {
  test.each([
    ['refused', 400, true],
    ['refused for its size', 413, true],
    ['refused for now', 429, true],
    ['failed at, perhaps after it was stored', 500, false],
    ['cut off by a proxy', 502, false],
    ['without room or too busy', 503, false],
  ])('%s', (_what, status, isSure) => {
    expect(isSurelyNotStored(new ApiError({ status, statusText: '', body: '' }))).toBe(isSure);
  });

  test('no answer at all', () => {
    expect(isSurelyNotStored(new TypeError('Failed to fetch'))).toBe(false);
  });
});

test.each<[string, Partial<Submission>, boolean]>([
  ['the same words and the same file', { values: { ...values } }, true],
  ['another word', { values: { ...values, title: 'A toast' } }, false],
  ['another kind', { type: 'photo' }, false],
  ['another file of the same bytes', { file: new File(['a'], 'a.jpg') }, false],
  ['a change of one that there is', { existingId: 'some id' }, false],
])('the same submission? %s', (_what, change, isSame) => {
  expect(isSameSubmission(submission, { ...submission, ...change })).toBe(isSame);
});
