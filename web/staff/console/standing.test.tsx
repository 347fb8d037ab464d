import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { prerender } from 'react-dom/static';
import { expect, test } from 'vitest';
import type { StaffStanding } from '../../../shared/after-death/staff-standing.ts';
import { staffKey } from './queries.ts';
import { Acts } from './standing.tsx';

const inBook = 'You are in the address book of Ruth. Ask a colleague.';
const tooNew = 'You became staff a short time ago. Ask a colleague.';

async function render(standing: StaffStanding | undefined): Promise<string> {
  const queries = new QueryClient({
    defaultOptions: { queries: { queryFn: () => new Promise<never>(() => undefined) } },
  });
  queries.setQueryData(staffKey('people', 'ruth', 'standing'), standing);
  const { prelude } = await prerender(
    <QueryClientProvider client={queries}>
      <Acts ownerId="ruth" acts={['confirm', 'refuse', 'hold']} openToAll={['hold']} agreements={['confirm']}>
        {(act) => <button type="button" key={act}>{`to ${act}`}</button>}
      </Acts>
    </QueryClientProvider>,
  );
  return new Response(prelude).text();
}

test.each<[string, StaffStanding, string[], string | undefined]>([
  [
    'somebody who may',
    { obstacle: null, agreementObstacle: null },
    ['to confirm', 'to refuse', 'to hold'],
    undefined,
  ],
  ['somebody who gains by it', { obstacle: inBook, agreementObstacle: tooNew }, ['to hold'], inBook],
  [
    'somebody whose word does not count yet',
    { obstacle: null, agreementObstacle: tooNew },
    ['to refuse', 'to hold'],
    tooNew,
  ],
])('%s is offered nothing that would be refused, and reads why', async (_who, standing, offered, why) => {
  const html = await render(standing);
  expect(html.match(/to \w+(?=<\/button>)/g)).toEqual(offered);
  const said = [inBook, tooNew].filter((sentence) => html.includes(sentence));
  expect(said).toEqual(why ? [why] : []);
});

test('until it is known there is only what anybody may do', async () => {
  expect((await render(undefined)).match(/to \w+(?=<\/button>)/g)).toEqual(['to hold']);
});
