import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { prerender } from 'react-dom/static';
import { expect, test } from 'vitest';
import { Router } from 'wouter';
import type { FailedAddresses, Recipient } from '../../../../shared/people/recipients.ts';
import { AddressList } from './address-list.tsx';

function person(firstName: string, changes: Partial<Recipient> = {}): Recipient {
  const email = `${firstName.toLowerCase()}@example.com`;
  return {
    ...{ id: firstName, firstName, lastName: 'Alvarez', relationship: 'child', email, reachedBy: 'email' },
    ...{ secondEmail: null, phone: null, mailingAddress: null, trustedContact: false, substituteId: null },
    ...{ ownerRelationship: null, knownBy: null, birthday: null, diedAt: null, explanationPending: false },
    ...{ guardianId: null, guardianUntilAge: 18, addressesCheckedAt: null, tellMore: 'nothing' },
    ...{ declinedAt: null, notForThem: null, proposedAddress: null, days: [], version: 1 },
    ...{ createdAt: '2026-10-12T15:00:00.000Z', updatedAt: '2026-10-12T15:00:00.000Z' },
    answers: { address: null, trust: null },
    ...changes,
  };
}

async function render(people: Recipient[], failed: FailedAddresses): Promise<string> {
  const { prelude } = await prerender(
    <QueryClientProvider client={new QueryClient()}>
      <Router ssrPath="/recipients/check">
        <AddressList people={people} failed={failed} />
      </Router>
    </QueryClientProvider>,
  );
  return (await new Response(prelude).text()).replaceAll('<!-- -->', '');
}

const labels = (html: string) =>
  [...html.matchAll(/<(?:button|a)\b.*?>(.*?)<\/(?:button|a)>/g)].map(
    ([tag, text]) => /aria-label="(.*?)"/.exec(tag)?.[1] ?? text?.replaceAll(/<[^>]*>/g, ''),
  );

test('where something did not arrive, or is not theirs, nobody is asked whether it is still right', async () => {
  const notForThem = { at: '2026-11-03T12:00:00.000Z', address: 'cleo@example.com' };
  const people = [person('Ana'), person('Ben'), person('Cleo', { notForThem })];
  const html = await render(people, [{ recipientId: 'Ben', addresses: ['ben@example.com'], waits: true }]);
  expect(labels(html)).toEqual([
    'Still right: Ana Alvarez',
    'Change: Ana Alvarez',
    'Correct it: Ben Alvarez',
    'It works again: Ben Alvarez',
    'Answer: Cleo Alvarez',
    'All the others are still right',
  ]);
  expect(html).toContain('What we sent to ben@example.com did not arrive.');
  expect(html).toContain('Somebody who reads at cleo@example.com told us');
});

test('all of them at once, where everything arrives', async () => {
  expect(labels(await render([person('Ana')], []))).toContain('All still right');
});
