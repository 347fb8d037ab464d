import { describe, expect, test } from 'vitest';
import type { MemoryType } from '../../../../../shared/memory-types.ts';
import { type MessageFacts, mailTo, senderOf, textTo } from './message.ts';

const link = 'https://longafter.example/received/Qm9uam91ci1tb24tYW1pLWplLXQtZWNyaXMtY2VjaQ';
const neverSaid = /pass(ed)? away|deceased|expire|\basset|\buser\b|loved one|!|unsubscribe|upgrade|premium/i;

const alive: MessageFacts = {
  owner: { firstName: 'Ruth', lastName: 'Andersson', timezone: 'America/New_York' },
  recipient: { firstName: 'Maya', ownerRelationship: 'mother', knownBy: 'The key is still under the frog.' },
  // Still the eleventh where she lives.
  memory: { type: 'letter', createdAt: new Date('2026-10-12T02:00:00Z') },
  schedule: { deliveryType: 'scheduled', localDate: '2031-05-04' },
  ...{ leftFor: null, death: null, link },
  ...{ publicHost: 'longafter.example', supportEmail: 'letters@longafter.example' },
};
const afterDeath = { deliveryType: 'on_death', localDate: '2026-10-12' } as const;
const first: MessageFacts = { ...alive, schedule: afterDeath, death: { isNews: true, diedOn: '2038-11-09' } };
const later: MessageFacts = { ...first, death: { isNews: false, diedOn: '2038-11-09' } };

const plain = (text: string) => text.replaceAll(/\s+/g, ' ');
const read = async (facts: MessageFacts, others: readonly string[] = []) => {
  const { subject, text, html } = await mailTo(facts, others);
  return { subject, text: plain(text), html };
};

describe('while the owner lives', () => {
  test('the mail says what was left when, that the owner chose the day, and how to see that it is no trick', async () => {
    const { subject, text } = await read(alive);
    expect(senderOf(alive)).toBe('Ruth Andersson');
    expect(subject).toBe('A letter for you from Ruth Andersson');
    expect(text).toContain(
      'Dear Maya, On 11 October 2026 Ruth Andersson left a letter with us for you, and chose 4 May 2031 as the day to bring it to you.',
    );
    expect(text).toContain('Nothing plays or opens by itself');
    expect(text).toContain('The link is yours alone');
    expect(text).toContain('You need no account, and there is nothing to pay.');
    expect(text).toContain('Type longafter.example into your browser');
    expect(text).not.toMatch(/died|death|frog/);
  });

  test('a text message says the same in three parts at most', () => {
    const text = textTo(alive);
    expect(text).toContain('Ruth Andersson left a letter with us for you, and chose 4 May 2031');
    expect(text).toContain(` ${link} `);
    expect(text).toContain('nothing to pay. Questions: letters@longafter.example');
    expect(text.length).toBeLessThanOrEqual(3 * 153);
    expect(text).not.toMatch(/died|frog/);
  });
});

describe('after a release', () => {
  test('the first mail says gently that the owner has died, with the line that only the owner could have written', async () => {
    const { subject, text, html } = await read(first);
    expect(senderOf(first)).toBe('Long After, for Ruth Andersson');
    expect(subject).toBe('About your mother, Ruth');
    expect(text).toContain(
      'Dear Maya, Your mother, Ruth, died on 9 November 2038. We are sorry. You probably know already. If you do not, please stop reading here and call somebody close to you. Everything below can wait.',
    );
    expect(text).toContain(
      'On 11 October 2026 Ruth left a letter with us for you, to be kept for this time.',
    );
    expect(text).toContain(
      'So that you know it is from Ruth, here is a line that Ruth asked us to add: The key is still under the frog.',
    );
    expect(text).toContain('whose death was confirmed to us with proof before it was sent');
    expect(text).toContain('there is nothing to pay');
    expect(html).toContain('Kept for you, for this time');
  });

  test('without a line nothing stands in its place, and without the owner’s word or the exact day they are not invented', async () => {
    const nothing = { firstName: 'Maya', ownerRelationship: null, knownBy: null };
    const { subject, text } = await read({
      ...first,
      recipient: nothing,
      death: { isNews: true, diedOn: null },
    });
    expect(subject).toBe('About Ruth Andersson');
    expect(text).toContain('Ruth Andersson has died. We are sorry.');
    expect(text).not.toMatch(/So that you know|null|undefined/);
  });

  test('later ones do not break the news again, nor repeat the line', async () => {
    const { subject, text } = await read(later);
    expect(senderOf(later)).toBe('Long After, for Ruth Andersson');
    expect(subject).toBe('A letter that Ruth Andersson kept for you');
    expect(text).toContain('Ruth Andersson left a letter with us for you, to be kept for this time.');
    expect(text).not.toMatch(/died|sorry|frog/);
  });

  test('what was left for a day says which day', async () => {
    const { text } = await read({ ...first, schedule: alive.schedule });
    expect(text).toContain('Ruth left a letter with us for you, and chose 4 May 2031 as the day');
  });

  test('what was passed on says for whom it was left', async () => {
    for (const facts of [first, later]) {
      expect((await read({ ...facts, leftFor: 'Leo' })).text).toContain(
        'left a letter with us for Leo, who has died, and wanted you to have it then.',
      );
      expect(textTo({ ...facts, leftFor: 'Leo' })).toContain('for Leo, who has died, and wanted you to');
    }
  });

  test('two at one address are greeted by name, and neither is called the other’s child', async () => {
    const { subject, text } = await read({ ...first, recipient: { ...first.recipient, knownBy: null } }, [
      'Leo',
    ]);
    expect(subject).toBe('About Ruth Andersson');
    expect(text).toContain('Dear Maya and Leo, Ruth Andersson died on 9 November 2038.');
  });

  test('a text message says so too, once, with the line', () => {
    const text = textTo(first);
    expect(text).toContain('Your mother, Ruth, died on 9 November 2038. We are sorry. If you did not know,');
    expect(text).toContain(
      'So that you know it is from Ruth: “The key is still under the frog.” Nothing opens',
    );
    expect(textTo(later)).not.toMatch(/died|frog/);
  });
});

const kinds: [MemoryType, string][] = [
  ['letter', 'letter'],
  ['photo', 'photo'],
  ['video', 'video'],
  ['audio', 'recording'],
];

test('mails about different kinds differ in their subject, which never speaks of death', async () => {
  for (const facts of [alive, later]) {
    const subjects = await Promise.all(
      kinds.map(async ([type]) => (await read({ ...facts, memory: { ...facts.memory, type } })).subject),
    );
    expect(new Set(subjects).size).toBe(kinds.length);
    for (const [place, [, word]] of kinds.entries()) expect(subjects[place]).toContain(`A ${word} `);
  }
  for (const facts of [alive, first, later])
    expect((await read(facts)).subject).not.toMatch(/d(ied|eath|ead)\b/i);
});

test.each([
  ['alive', alive],
  ['first', first],
  ['later', later],
])('%s: one link, as a button and as text; no marketing and no hurtful words', async (_when, facts) => {
  const { subject, text, html } = await read(facts);
  expect(text.split(link)).toHaveLength(2);
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address)).toEqual([link, link]);
  expect(html).toContain(`>${link}</a>`);
  expect(`${subject} ${text} ${textTo(facts)}`).not.toMatch(neverSaid);
});

test('names and lines are text, never markup', async () => {
  const recipient = { firstName: '<b>Maya</b>', ownerRelationship: null, knownBy: '<a href="x">frog</a>' };
  const { html } = await read({ ...first, recipient });
  expect(html).not.toMatch(/<b>Maya|<a href="x"/);
});
