import { afterEach, expect, test, vi } from 'vitest';
import { noAnswers } from './answers.ts';
import { beginReport } from './requests.ts';

afterEach(() => vi.unstubAllGlobals());

test('a report that somebody signed in begins says who they are, so that staff do not decide about their own', async () => {
  const asked: RequestInit[] = [];
  vi.stubGlobal('localStorage', { getItem: () => 'secret-token' });
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    asked.push(init);
    return new Response('{}', { status: 201 });
  });
  await beginReport(noAnswers);
  expect(asked).toMatchObject([{ headers: { authorization: 'Bearer secret-token' } }]);
});
