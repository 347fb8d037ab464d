import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { prerender } from 'react-dom/static';
import { expect, test } from 'vitest';
import { Router } from 'wouter';
import { staysCancelled } from '../../../../../shared/accounts/stays-cancelled.ts';
import { RestoreAccountPage } from './restore-account-page.tsx';

async function pageOf(erasedAfter: string): Promise<string> {
  const queries = new QueryClient({ defaultOptions: { queries: { queryFn: async () => ({}) } } });
  queries.setQueryData(['/api/user/profile'], {
    ...{ firstName: 'Ruth', timezone: 'America/New_York', twoFactorEnabled: false },
    erasedAfter,
  });
  const { prelude } = await prerender(
    <QueryClientProvider client={queries}>
      <Router ssrPath="/">
        <RestoreAccountPage />
      </Router>
    </QueryClientProvider>,
  );
  return new Response(prelude).text();
}

test('says what restoring the account does not bring back', async () => {
  expect(await pageOf('2031-03-20T12:00:00.000Z')).toContain(staysCancelled);
});

test('names no day in the past as that of the erasure', async () => {
  expect(await pageOf('2931-03-20T12:00:00.000Z')).toContain('everything in it is erased for good');
  expect(await pageOf('2021-03-20T12:00:00.000Z')).toContain('can be erased for good at any moment');
});
