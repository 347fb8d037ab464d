import { prerender } from 'react-dom/static';
import { expect, test } from 'vitest';
import { Router } from 'wouter';
import type { TrustedPage, TrustedPerson } from '../../../../shared/after-death/trusted-access.ts';
import { Known } from './trusted-page.tsx';
import type { TrustedLink } from './use-trusted.ts';

const link: TrustedLink = {
  ...{ token: 'a-token', look: async () => undefined },
  ...{ show: () => undefined, showPerson: () => undefined, unsent: new Map() },
};

const leo: TrustedPerson = {
  ...{
    id: '5a0ee3a4-7a0f-4f66-8d0d-6f1f2f2c1a11',
    isYou: false,
    firstName: 'Leo',
    lastName: 'Alvarez',
    relationship: 'child',
  },
  ...{
    email: 'leo@example.com',
    secondEmail: null,
    phone: null,
    mailingAddress: null,
    addressWaitsUntil: null,
  },
  ...{ reach: 'not_reached', reachedAt: null, cameBackAt: '2031-03-13T12:00:00Z', changes: [] },
};

const page = async (
  state: TrustedPage['state'],
  more: Partial<TrustedPage> = {},
  search = '',
): Promise<string> => {
  const known: TrustedPage = {
    ...{ state, ownerFirstName: 'Ruth', ownerName: 'Ruth Alvarez', contactName: 'Inés Duarte' },
    ...{ dateOfDeath: '2031-03-03', isDateApproximate: false, objectionEndsAt: null, answered: null },
    ...{ noteToContacts: null, people: [], wordsBack: [], ended: null, ...more },
  };
  const { prelude } = await prerender(
    <Router ssrPath="/trusted/a-token" ssrSearch={search}>
      <Known page={known} link={link} />
    </Router>,
  );
  return (await new Response(prelude).text()).replaceAll('<!-- -->', '');
};

const open = (person: Partial<TrustedPerson> = {}, more: Partial<TrustedPage> = {}, search = '') =>
  page('open', { people: [{ ...leo, ...person }], ...more }, search);
/** The same with the person chosen. */
const opened = (person: Partial<TrustedPerson>) => open(person, {}, `?person=${leo.id}`);

test('in the window the question comes with the moment until which nothing happens', async () => {
  const html = await page('window', { objectionEndsAt: '2031-03-12T15:00:00Z' });
  expect(html).toContain('Inés, is Ruth alive?');
  expect(html).toMatch(/died on 3 March 2031.*Until Wednesday, 12 March 2031 at \d\d:00/);
  expect(html).not.toContain('The people');
});

test.each([
  ['alive', 'You told us that Ruth is alive.'],
  ['wait', 'You told us that it should wait.'],
] as const)('after the answer %s the page thanks, and asks no more', async (answered, words) => {
  const html = await page('looking', { answered });
  expect(html).toContain(words);
  expect(html).not.toMatch(/<form|<button/);
});

test('where others said that it should wait, this contact may still say what they know', async () => {
  const html = await page('looking', { answered: null });
  expect(html).toContain('We were told that Ruth died, and then that we should wait.');
  expect(html).toContain('Ruth is alive');
});

test('after the release the contact can still say that the owner is alive, once', async () => {
  expect(await open()).toContain('Tell us if Ruth is alive');
  const html = await open({}, { answered: 'alive' });
  expect(html).toContain('You told us that Ruth is alive.');
  expect(html).not.toContain('Tell us if');
});

test('the page of a release that was undone says that it was our mistake, and since when we know', async () => {
  const html = await page('closed', { ended: { as: 'revoked', at: '2031-03-20T12:00:00Z' } });
  expect(html).toContain('This page is closed');
  expect(html).toContain('On 20 March 2031 we learned that Ruth was alive. That was our mistake');
  expect(html).not.toContain('Tell us');
});

test('the page of a report that ended before anything was released says that nothing was given', async () => {
  const html = await page('closed', { ended: { as: 'unreleased', at: '2031-03-20T12:00:00Z' } });
  expect(html).toContain('On 20 March 2031 we closed that report. Nothing that Ruth keeps with us was given');
  expect(html).not.toContain('mistake');
});

test('the day of the death that is not known exactly is said to be about that day', async () => {
  expect(await open({}, { isDateApproximate: true })).toContain(
    'Ruth Alvarez died on or about 3 March 2031.',
  );
});

test('what the owner wrote to those who help is shown as written', async () => {
  expect(await open({}, { noteToContacts: 'Call Maya first.\nShe knows.' })).toContain(
    'Call Maya first.\nShe knows.',
  );
});

test('whoever needs help stands beside the list first, and what stands in the way is said', async () => {
  const maya: TrustedPerson = { ...leo, id: 'maya', firstName: 'Maya', reach: 'reached' };
  const html = await page('open', { people: [maya, leo] });
  expect(html).toMatch(/<h2[^>]*>Leo Alvarez<\/h2>/);
  expect(html).toMatch(/Ruth’s child\. The email to leo@example\.com came back on 13 March 2031\./);
});

const ines: TrustedPerson = { ...leo, id: 'ines', isYou: true, firstName: 'Inés', lastName: 'Duarte' };

test('the page opens on somebody who waits, never on the reader, whose own row says "you"', async () => {
  const html = await page('open', { people: [ines, leo] });
  expect(html).toMatch(/<h2[^>]*>Leo Alvarez<\/h2>/);
  expect(html).toMatch(/Inés Duarte<span[^>]*> · you<\/span>/);
});

test('where nobody waits for help, nobody is chosen for the reader', async () => {
  const html = await page('open', { people: [ines, { ...leo, reach: 'reached', cameBackAt: null }] });
  expect(html).not.toContain('aria-current="true"');
  expect(html).not.toMatch(/Where can we reach|Has anything changed/);
});

test('a reader is asked nothing about themselves, and told whom to write to', async () => {
  const html = await page('open', { people: [ines, leo] }, '?person=ines');
  expect(html).toMatch(/<h2[^>]*>Inés Duarte<\/h2>/);
  expect(html).toContain('This is you.');
  expect(html).toContain('mailto:');
  expect(html).not.toMatch(/Where can we reach|Inés has (moved|died)|Inés is under 18|Ask us to wait|<form/);
});

test.each(['nothing_to_do', 'held', 'waits'] as const)(
  'somebody with whom it is %s: no word of what is to come',
  async (reach) => {
    expect(await opened({ reach, cameBackAt: null })).not.toMatch(/scheduled|deliver|letter|memor|next on/i);
  },
);

const change = (kind: TrustedPerson['changes'][number]['kind'], canLift: boolean) => ({
  ...{ id: kind, kind, note: 'In hospital', guardianId: null, since: '2031-03-20T12:00:00Z', canLift },
});

test('what this contact ticked can be unticked, what others said cannot', async () => {
  const html = await opened({ reach: 'held', changes: [change('pause', true), change('minor', false)] });
  expect(html).toMatch(/name="pause"[^>]* checked=""/);
  expect(html).toContain('Leo is under 18');
  expect(html).not.toContain('name="minor"');
  expect(html).toContain('“In hospital” Untick it');
});

test('whom this contact named as the guardian of a child stands there', async () => {
  const ana = { ...leo, id: 'ana', firstName: 'Ana', isYou: true };
  const minor = { ...change('minor', true), guardianId: 'ana', note: null };
  const read = (people: TrustedPerson[]) =>
    page('open', { people: [{ ...leo, changes: [minor] }, ...people] }, `?person=${leo.id}`);
  expect(await read([ana])).toContain('You named yourself. Untick it');
  expect(await read([{ ...ana, isYou: false }])).toContain('You named Ana Alvarez. Untick it');
});

test('a hold is shown in place of its form, and can be lifted', async () => {
  const html = await opened({ reach: 'held', changes: [change('hold', true)] });
  expect(html).toContain('We were asked to wait on 20 March 2031. “In hospital”');
  expect(html).toContain('Do not wait any longer');
  expect(html).not.toContain('Ask for a hold');
});

test('of somebody who has died no address is asked', async () => {
  const html = await opened({ reach: 'held', changes: [change('died', true)] });
  expect(html).not.toContain('Where can we reach');
  expect(html).toContain('Leo has died');
  expect(html).not.toMatch(/Leo has moved|hard time|Has anything changed/);
});

test('on a phone, where one person replaces the list, the page keeps its title for a screen reader', async () => {
  const hidden = '<h1 class="sr-only lg:hidden">Inés, Ruth asked you to help.</h1>';
  expect(await opened({})).toContain(hidden);
  expect(await open()).not.toContain(hidden);
});

test('of five hundred people fifty are listed at first, with a search', async () => {
  const people = Array.from({ length: 500 }, (_, number) => ({ ...leo, id: `person-${number}` }));
  const html = await page('open', { people });
  expect(html.match(/<li /g)?.length).toBe(50);
  expect(html).toContain('Find somebody');
  expect(html).toContain('Show more people');
});
