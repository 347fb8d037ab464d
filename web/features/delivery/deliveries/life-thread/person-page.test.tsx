import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { describe, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import type { Schedule } from '../../../../../shared/delivery/schedules.ts';
import type { Recipient } from '../../../../../shared/people/recipients.ts';
import { makeSchedule, makeScheduleRecipient } from '../../../../../test/schedules.ts';
import { QuestionProvider } from '../../../../ui/question-provider.tsx';
import { LoadedPerson } from './person-page.tsx';
import { RecipientGrid } from './recipients-page.tsx';

const maya: Recipient = {
  ...{ id: 'maya', firstName: 'Maya', lastName: 'Alvarez', relationship: 'child', email: 'maya@example.com' },
  reachedBy: 'email',
  ...{ secondEmail: null, phone: null, mailingAddress: null, trustedContact: false, substituteId: null },
  ...{
    ownerRelationship: 'mother',
    knownBy: null,
    birthday: '2001-05-04',
    diedAt: null,
    explanationPending: false,
    answers: { address: null, trust: null },
  },
  ...{ guardianId: null, guardianUntilAge: 18, addressesCheckedAt: null },
  ...{ tellMore: 'nothing', declinedAt: null, notForThem: null, proposedAddress: null },
  days: [{ name: 'Wedding', date: '2025-09-12' }],
  ...{ version: 1, createdAt: '2026-10-12T15:00:00.000Z', updatedAt: '2026-10-12T15:00:00.000Z' },
};

const today = '2026-10-12';
vi.stubGlobal('localStorage', { getItem: () => null });

async function render(page: ReactNode, loaded: Record<string, unknown> = {}): Promise<string> {
  const client = new QueryClient({ defaultOptions: { queries: { queryFn: () => [] } } });
  for (const [path, data] of Object.entries(loaded)) client.setQueryData([path], data);
  const { prelude } = await prerender(
    <QueryClientProvider client={client}>
      <QuestionProvider>
        <Router ssrPath="/recipients/maya">{page}</Router>
      </QuestionProvider>
    </QueryClientProvider>,
  );
  return (await new Response(prelude).text()).replaceAll('<!-- -->', '');
}

const personPage = (changes: Partial<Recipient>, schedules: Schedule[]) =>
  render(<LoadedPerson person={{ ...maya, ...changes }} schedules={schedules} today={today} />);
const list = (recipients: Recipient[], schedules: Schedule[] = []) =>
  render(
    <RecipientGrid
      recipients={recipients}
      schedules={schedules}
      today={today}
      onAdd={() => undefined}
      onEdit={() => undefined}
    />,
  );
const words = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');

const film = makeSchedule({
  ...{ id: 'film', memoryType: 'video', memoryTitle: 'The harbour, early', memorySeconds: 14 },
  ...{ localDate: '2041-05-04', deliveryDate: '2041-05-04T16:00:00.000Z' },
});

test('the page of a person: what waits, the next one marked, and what can be added', async () => {
  const onDeath = makeSchedule({ id: 'soup', memoryTitle: 'The soup', deliveryType: 'on_death' });
  const text = words(await personPage({}, [film, onDeath, makeSchedule()]));
  expect(text).toMatch(/For Maya Three things, the next on 4 May 2031 \. Add something for Maya/);
  expect(text).toMatch(/4 May 2031 Maya turns 30 letter Next For your thirtieth/);
  expect(text).toMatch(/4 May 2041 Maya turns 40 video, 14 s The harbour, early/);
  expect(text).toMatch(/After your death once it has been confirmed letter The soup/);
  expect(text.match(/Next/g)).toHaveLength(1);
  expect(text).not.toContain('Nothing in your voice');
  expect(text).toContain('Child you are Maya’s mother');
});

test('each thing that is missing has what mends it', async () => {
  const nothing = { email: null, reachedBy: null, birthday: null, ownerRelationship: null };
  const html = await personPage(nothing, [makeSchedule()]);
  expect(html).toContain('href="/upload?for=maya"');
  expect(html).toContain('href="/upload?type=audio&amp;for=maya"');
  for (const name of [
    'Add it: No email address',
    'Add it: When is Maya’s birthday?',
    'Say it: What are you to',
  ])
    expect(html).toContain(`aria-label="${name}`);
  expect(words(html)).not.toContain('No mailing address');
});

test('a phone number is not enough where no text messages are sent; a second email address is', async () => {
  const phone = { email: null, phone: '+12125550134' };
  expect(words(await personPage({ ...phone, reachedBy: null }, [makeSchedule()]))).toContain(
    'No email address Without it nothing can reach Maya.',
  );
  expect(words(await personPage({ ...phone, reachedBy: 'text' }, [makeSchedule()]))).not.toContain(
    'nothing can reach',
  );
  const second = words(await personPage({ email: null, secondEmail: 'm@example.org' }, [makeSchedule()]));
  expect(second).not.toContain('nothing can reach');
  expect(second).toContain('m@ example. org the link goes here');
});

test('a mailing address is asked for where something goes by post, the next empty birthday where one is', async () => {
  const html = await personPage({}, [{ ...film, deliveryMethod: 'physical' }]);
  expect(words(html)).toMatch(/No mailing address “The harbour, early” is to go by post/);
  expect(html).toContain('href="/schedule?for=maya&amp;day=2027-05-04"');
});

test('nothing is missing', async () => {
  const birthdays = Array.from({ length: 9 }, (_, index) =>
    makeSchedule({
      id: `${index}`,
      memoryType: 'audio',
      localDate: `${2027 + index}-05-04`,
    }),
  );
  expect(words(await personPage({}, birthdays))).toContain('What is missing Nothing.');
  const said = '2026-10-01T12:00:00.000Z';
  const notForThem = { at: said, address: 'maya@example.com' };
  const stuck = makeScheduleRecipient({ state: 'waiting', waitingReason: 'The address did not work.' });
  for (const [changes, recipients] of [
    [{ declinedAt: said }, []],
    [{ notForThem }, []],
    [{}, [stuck]],
  ] as const)
    expect(
      words(
        await personPage(changes, [...birthdays, makeSchedule({ id: 'stuck', recipients: [...recipients] })]),
      ),
    ).not.toContain('can reach them');
});

describe('somebody who has died', () => {
  const leo = { ...maya, id: 'leo', firstName: 'Leo' };
  const lost = { ...maya, substituteId: 'leo', diedAt: '2026-10-01T12:00:00.000Z' };
  const ring = {
    id: 'ring',
    title: 'The ring',
    recipientId: 'maya',
    status: 'stored',
    returnRequestDate: null,
    lostAt: null,
  };
  const page = async (items: object[], schedules: Schedule[] = []) =>
    words(
      await render(<LoadedPerson person={lost} schedules={schedules} today={today} />, {
        '/api/recipients': [lost, leo],
        '/api/physical-items': items,
      }),
    );

  test('what is kept for them can be passed on, also where nothing else waits for them', async () => {
    const text = await page([ring, { ...ring, title: 'A box', recipientId: 'leo' }]);
    expect(text).toContain('For Maya One thing, kept with us.');
    expect(text).not.toContain('Nothing yet');
    expect(text).toContain('Kept with us for Maya: The ring. It stays until you give it to somebody else.');
    expect(text).toContain('Give it to Leo Alvarez');
    const both = await page([ring, { ...ring, title: 'The scarf' }], [film]);
    expect(both).toMatch(
      /give it to somebody else, or cancel it\. Kept with us for Maya: The ring and The scarf\./,
    );
  });

  test('so can what is on its way back to its owner, but not what they have or is on its way to them', async () => {
    const moving = { ...ring, status: 'in_transit' };
    expect(await page([{ ...moving, returnRequestDate: '2026-09-01T12:00:00.000Z' }])).toContain(
      'Give it to',
    );
    expect(await page([moving, { ...ring, status: 'delivered' }])).not.toContain('Give it to');
  });
});

test('markup in a name is shown as it was written', async () => {
  expect(await personPage({ firstName: '<b>Maya' }, [])).toContain('For &lt;b&gt;Maya');
});

test('the list: people first, with what waits and how it reaches them', async () => {
  const leo: Recipient = {
    ...{ ...maya, id: 'leo', firstName: 'Leo', email: null, reachedBy: null },
    trustedContact: true,
  };
  const text = words(await list([maya, leo], [makeSchedule(), film]));
  expect(text).toMatch(/Maya Alvarez Child Two things, the next on 4 May 2031 \. by email/);
  expect(text).toMatch(/Leo Alvarez Child Nothing yet\. Trusted contact No address yet/);
  expect(text).not.toContain('Search by name');
});

test('the list of nobody, and of 200 with a search, 48 at a time', async () => {
  expect(words(await list([]))).toContain('No recipients yet');
  const many = Array.from({ length: 200 }, (_, index) => ({ ...maya, id: `${index}` }));
  const html = await list(many);
  expect(html).toContain('Search by name');
  expect(html.match(/<article/g)).toHaveLength(48);
  expect(words(html)).toContain('Show more of 200');
});
