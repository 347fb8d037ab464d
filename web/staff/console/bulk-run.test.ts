import { expect, test } from 'vitest';
import { ApiError } from '../../lib/api/api-error.ts';
import { type BulkRun, continueRun } from './bulk-run.ts';

const items = ['a', 'b', 'c', 'd'];
const begin = (): BulkRun<string> => ({ next: 0, refused: [], isCancelled: false });
const failure = (status: number, body: object) =>
  new ApiError({ status, statusText: '', body: JSON.stringify(body) });

test('what moved on meanwhile is told with the difference, and the others are done', async () => {
  const [run, sent]: [BulkRun<string>, string[]] = [begin(), []];
  await continueRun(run, items, async (item) => {
    sent.push(item);
    const fields = { state: 'It was failed, and is pending now' };
    if (item === 'b') throw failure(409, { message: 'It changed.', code: 'conflict', fields });
    if (item === 'c') throw failure(404, { message: 'It is gone', code: 'not_found' });
  });
  expect(sent).toEqual(items);
  expect(run).toEqual({
    next: 4,
    isCancelled: false,
    refused: [
      { item: 'b', why: 'It changed. It was failed, and is pending now' },
      { item: 'c', why: 'It is gone' },
    ],
  });
});

test.each([
  ['a sign-in that is too old', failure(403, { message: 'Again', code: 'fresh_sign_in_needed' })],
  ['the network', new TypeError('Failed to fetch')],
  ['a server that does not answer', failure(503, { message: 'Later', code: 'unavailable' })],
])('after %s the next try goes on with the one that failed, and sends none twice', async (_what, error) => {
  const [run, sent]: [BulkRun<string>, string[]] = [begin(), []];
  let isFailing = true;
  const send = async (item: string) => {
    if (item === 'c' && isFailing) throw error;
    sent.push(item);
  };
  await expect(continueRun(run, items, send)).rejects.toBe(error);
  isFailing = false;
  await continueRun(run, items, send);
  expect(sent).toEqual(items);
  expect(run.refused).toEqual([]);
});

test('after Cancel the rest is not sent', async () => {
  const run = begin();
  await continueRun(run, items, async (item) => {
    if (item === 'b') run.isCancelled = true;
  });
  expect(run.next).toBe(2);
});
