import { describe, expect, test } from 'vitest';
import { type MemoryType, memoryTypes } from '../../../../../shared/memory-types.ts';
import { type MessageFacts, mailTo, senderOf, textTo, whyByPost } from './message.ts';
import type { Thing } from './things.ts';

const link = 'https://longafter.example/received/Qm9uam91ci1tb24tYW1pLWplLXQtZWNyaXMtY2VjaQ';
const neverSaid = /pass(ed)? away|deceased|expire|\basset|\buser\b|loved one|!|unsubscribe|upgrade|premium/i;

const thing = (type: MemoryType, more: Partial<Thing> = {}): Thing => ({
  type,
  // Still the eleventh in her time zone.
  createdAt: new Date('2026-10-12T02:00:00Z'),
  durationSeconds: null,
  leftFor: null,
  ...more,
});
const maya = {
  ...{ firstName: 'Maya', ownerRelationship: 'mother', knownBy: 'The key is still under the frog.' },
  birthday: '1999-05-04',
};

const alive: MessageFacts = {
  owner: { firstName: 'Ruth', lastName: 'Andersson', timezone: 'America/New_York' },
  recipient: maya,
  things: [thing('letter')],
  schedule: { deliveryType: 'scheduled', localDate: '2031-06-01' },
  ...{ death: null, link },
  ...{ publicHost: 'longafter.example', supportEmail: 'letters@longafter.example' },
};
const onBirthday: MessageFacts = {
  ...alive,
  schedule: { deliveryType: 'scheduled', localDate: '2031-05-04' },
};
const three = [
  thing('letter'),
  thing('audio', { durationSeconds: 18.4, createdAt: new Date('2026-01-07T12:00:00Z') }),
  thing('photo'),
];
const afterDeath = { deliveryType: 'on_death', localDate: '2026-10-12' } as const;
const first: MessageFacts = { ...alive, schedule: afterDeath, death: { isNews: true, diedOn: '2038-11-09' } };
const later: MessageFacts = { ...first, death: { isNews: false, diedOn: '2038-11-09' } };

const plain = (text: string) => text.replaceAll(/\s+/g, ' ');
const read = async (facts: MessageFacts) => {
  const { subject, text, html } = await mailTo(facts);
  return { subject, text: plain(text), html };
};

test('what is late says so in every message, and not by how much: each attempt sends the same', async () => {
  const late = (facts: MessageFacts) => ({ ...facts, schedule: { ...facts.schedule, isLate: true } });
  const sorry = 'It comes later than Ruth meant it to. We are sorry.';
  for (const facts of [alive, { ...alive, things: three }, first, later]) {
    expect((await read(late(facts))).text).toContain(sorry);
    expect((await read(facts)).text).not.toContain(sorry);
    expect(textTo(late(facts))).toContain(`. ${sorry} `);
    expect(whyByPost(late(facts)).at(-1)).toBe(sorry);
  }
});

describe('while the owner lives', () => {
  test('the mail says what was left when, that the owner chose the day, and how to see that it is no trick', async () => {
    const { subject, text } = await read(alive);
    expect(senderOf(alive)).toBe('Ruth Andersson');
    expect(subject).toBe('Ruth left a letter for you');
    expect(text).toContain(
      'Dear Maya, On 11 October 2026 Ruth wrote you a letter, and asked us to bring it to you on 1 June 2031. It is closed. Open it when you have a quiet minute. Go to the letter',
    );
    expect(text).toContain('They go to Ruth and to nobody else.');
    expect(text).toContain('keeps words and memories for Ruth Andersson, and brings them to the people');
    expect(text).toContain('The link is yours alone');
    expect(text).toContain('You need no account, and there is nothing to pay, now or later.');
    expect(text).toContain(
      `You are not Maya, or would rather get nothing more? Tell us here ${link}#about If you wonder`,
    );
    expect(text).toContain('Type longafter.example into your browser');
    expect(text).not.toMatch(/died|death|frog/);
  });

  test('several things are listed with their lengths, with since when they were kept, and the page has them all', async () => {
    const { subject, text } = await read({ ...alive, things: three });
    expect(subject).toBe('Ruth left three things for you');
    expect(text).toContain(
      'Ruth left three things with us for you, the first on 7 January 2026, and asked us to bring them to you on 1 June 2031: a letter a recording of 18 seconds a photo They are closed. Open them when you have a quiet minute. Go to Ruth’s page',
    );
    const sameDay = await read({ ...alive, things: [thing('letter'), thing('letter')] });
    expect(sameDay.text).toContain('On 11 October 2026 Ruth left two things with us for you, and asked');
  });

  test('a day that is that of the writing is not named twice', async () => {
    const atOnce = { ...alive, schedule: { ...alive.schedule, localDate: '2026-10-11' } };
    expect((await read(atOnce)).text).toContain(
      'On 11 October 2026 Ruth wrote you a letter, and asked us to bring it to you the same day.',
    );
  });

  test('what waited for the end of the quiet days says why its day has passed', async () => {
    const putOff = { ...later, schedule: { ...alive.schedule, isPutOff: true } };
    expect((await read(putOff)).text).toContain(
      'asked us to bring it to you on 1 June 2031, or a little later if that was too soon after the death.',
    );
    expect((await read({ ...putOff, things: three })).text).toContain(
      'asked us to bring them to you on days that have just passed, or a little later if those were too soon after the death:',
    );
  });

  test('of many things there is a line for each kind', async () => {
    const things = [
      ...Array.from({ length: 29 }, () => thing('letter')),
      thing('video', { durationSeconds: 125 }),
    ];
    const { subject, text } = await read({ ...alive, things });
    expect(subject).toBe('Ruth left 30 things for you');
    expect(text).toContain('1 June 2031: 29 letters a video of 2 minutes 5 seconds They are closed.');
  });

  test('on a birthday the subject says so', async () => {
    expect((await read(onBirthday)).subject).toBe('Something for your birthday');
    expect((await read(onBirthday)).html).toContain('Ruth has something for your birthday');
    expect((await read({ ...onBirthday, things: three })).subject).toBe('Three things for your birthday');
    expect((await read({ ...onBirthday, death: later.death })).subject).toBe(
      'A letter that Ruth Andersson kept for your birthday',
    );
  });

  test.each([
    ['2031-02-28', true],
    ['2032-02-28', false],
    ['2032-02-29', true],
    [null, false],
  ])('29 February on %s', async (localDate, isBirthday) => {
    const recipient = { ...maya, birthday: '2000-02-29' };
    const schedule = { deliveryType: 'scheduled', localDate } as const;
    expect((await read({ ...alive, recipient, schedule })).subject.includes('birthday')).toBe(isBirthday);
  });

  test('a text message says the same in three parts at most', () => {
    const text = textTo({ ...alive, things: three });
    expect(text).toContain(
      'Ruth Andersson left three things with us for you, the first on 7 January 2026, and asked us to bring them to you on 1 June 2031. ',
    );
    expect(text).toContain(` ${link} `);
    expect(text).toContain('nothing to pay. Questions: letters@longafter.example');
    expect(text.length).toBeLessThanOrEqual(3 * 153);
    expect(text).not.toMatch(/died|frog/);
  });
});

describe('after a release', () => {
  test('the first mail says gently that the owner has died, with the line that only the owner could have written', async () => {
    const { subject, text, html } = await read({ ...first, things: three });
    expect(senderOf(first)).toBe('Long After, for Ruth Andersson');
    expect(subject).toBe('About your mother, Ruth');
    expect(text).toContain(
      'Dear Maya, Your mother, Ruth, died on 9 November 2038. We are sorry. You probably know already. If you do not, please stop reading here and call somebody close to you. Everything below can wait.',
    );
    expect(text).toContain(
      'Ruth left three things with us for you, the first on 7 January 2026, to be kept for this time: a letter a recording of 18 seconds a photo',
    );
    expect(text).toContain(
      'So that you know it is from Ruth, here is a line that Ruth asked us to add: The key is still under the frog.',
    );
    expect(text).toContain('Go to Ruth’s page');
    expect(text).toContain(
      'It will wait, for a month or for ten years; on the page you can ask us for a reminder',
    );
    expect(text).toContain('whose death was confirmed to us with proof before they were sent');
    expect(text).toContain('there is nothing to pay');
    expect(html).toContain('Kept for you, for this time');
  });

  test('without a line nothing stands in its place, and without the owner’s word or the exact day they are not invented', async () => {
    const nothing = { firstName: 'Maya', ownerRelationship: null, knownBy: null, birthday: null };
    const { subject, text } = await read({
      ...first,
      recipient: nothing,
      death: { isNews: true, diedOn: null },
    });
    expect(subject).toBe('About Ruth Andersson');
    expect(text).toContain('Ruth Andersson has died. We are sorry.');
    expect(text).toContain(
      'On 11 October 2026 Ruth left a letter with us for you, to be kept for this time.',
    );
    expect(text).not.toMatch(/So that you know|null|undefined/);
  });

  test('later ones do not break the news again, nor repeat the line', async () => {
    const { subject, text } = await read(later);
    expect(senderOf(later)).toBe('Long After, for Ruth Andersson');
    expect(subject).toBe('A letter that Ruth Andersson kept for you');
    expect((await read({ ...later, things: three })).subject).toBe(
      'Three things that Ruth Andersson kept for you',
    );
    expect(text).toContain('Ruth left a letter with us for you, to be kept for this time.');
    expect(text).not.toMatch(/died|sorry|frog/);
  });

  test('what was left for a day says which day', async () => {
    const { text } = await read({ ...first, schedule: alive.schedule });
    expect(text).toContain('Ruth wrote you a letter, and asked us to bring it to you on 1 June 2031.');
  });

  test('what was passed on says for whom it was left', async () => {
    for (const facts of [first, later]) {
      const passedOn = { ...facts, things: [thing('letter', { leftFor: 'Leo' })] };
      expect((await read(passedOn)).text).toContain(
        'left a letter with us for Leo, who has died, and wanted you to have it then.',
      );
      expect(textTo(passedOn)).toContain('for Leo, who has died, and wanted you to');
    }
    const both = await read({ ...later, things: [thing('letter'), thing('photo', { leftFor: 'Leo' })] });
    expect(both.text).toContain(
      'Ruth left two things with us for you, to be kept for this time: a letter a photo, which was for Leo, who has died',
    );
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

const words: Record<MemoryType, string> = {
  letter: 'letter',
  photo: 'photo',
  video: 'video',
  audio: 'recording',
};

test('mails about different kinds differ in their subject, which never speaks of death', async () => {
  for (const facts of [alive, later])
    for (const type of memoryTypes)
      expect((await read({ ...facts, things: [thing(type, { durationSeconds: 5 })] })).subject).toMatch(
        new RegExp(`\\ba ${words[type]} (for|that)`, 'i'),
      );
  for (const facts of [alive, onBirthday, first, later])
    expect((await read(facts)).subject).not.toMatch(/d(ied|eath|ead)\b/i);
});

test.each([
  ['alive', alive],
  ['on a birthday', onBirthday],
  ['first', first],
  ['later', later],
])(
  '%s: one link, as a button and as text, to one page; no marketing and no hurtful words',
  async (_when, facts) => {
    for (const things of [facts.things, three]) {
      const { subject, text, html } = await read({ ...facts, things });
      expect(text.split(link)).toHaveLength(3);
      expect([...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address)).toEqual([
        link,
        link,
        `${link}#about`,
      ]);
      expect(html).toContain(`>${link}</a>`);
      expect(html).not.toMatch(/<img|src=|url\(/);
      expect(`${subject} ${text} ${textTo(facts)}`).not.toMatch(neverSaid);
    }
  },
);

test('names and lines are text, never markup', async () => {
  const recipient = { ...maya, firstName: '<b>Maya</b>', knownBy: '<a href="x">frog</a>' };
  const { html } = await read({ ...first, recipient });
  expect(html).not.toMatch(/<b>Maya|<a href="x"/);
});
