import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { prerender } from 'react-dom/static';
import { expect, test } from 'vitest';
import { Router } from 'wouter';
import { staysCancelled } from '../../../../../shared/accounts/stays-cancelled.ts';
import { RestoreAccountPage } from './restore-account-page.tsx';

test('says what restoring the account does not bring back', async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { queryFn: async () => ({}) } } });
  queries.setQueryData(['/api/user/profile'], {
    ...{ firstName: 'Ruth', timezone: 'America/New_York', twoFactorEnabled: false },
    erasedAfter: '2031-03-20T12:00:00.000Z',
  });
  const { prelude } = await prerender(
    <QueryClientProvider client={queries}>
      <Router ssrPath="/">
        <RestoreAccountPage />
      </Router>
    </QueryClientProvider>,
  );
  expect(await new Response(prelude).text()).toContain(staysCancelled);
});
