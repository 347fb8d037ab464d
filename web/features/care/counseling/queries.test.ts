import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../lib/api/api-error.ts';
import { readAvailability } from './queries.ts';

afterEach(() => vi.unstubAllGlobals());

function answerWith(status: number): Promise<unknown> {
  vi.stubGlobal('localStorage', { getItem: () => 'secret-token' });
  vi.stubGlobal('fetch', async () => new Response('{}', { status }));
  return readAvailability('2031-05-01', '2031-05-31');
}

test('a plan that is not paid has no free times, which is no failure', async () => {
  await expect(answerWith(402)).resolves.toBeNull();
});

test('a server that does not answer is one', async () => {
  await expect(answerWith(500)).rejects.toBeInstanceOf(ApiError);
});
