import { describe, expect, test } from 'vitest';
import { describeConfirmation, nameAddressee } from './confirmation-labels.ts';

test.each([
  ['Tom Marlowe', 'Tom', 'Tom'],
  ['Aunt Inés', undefined, 'Aunt Inés'],
  ['children', undefined, 'your children'],
  ['spouse', undefined, 'your spouse'],
])('“%s” is called %s', (recipient, firstName, called) => {
  expect(nameAddressee(recipient, firstName)).toBe(called);
});

describe('what is said of it', () => {
  const letter = { type: 'letter', approval: 'approved', heldReason: null, deleteOnDeath: false } as const;
  const inReview = {
    type: 'photo',
    approval: 'in_review',
    heldReason: 'A person looks at it first.',
    deleteOnDeath: false,
  } as const;
  test.each([
    [
      'a letter without a day',
      letter,
      null,
      'It is for Tom, and only you can read it until it is delivered. It has no day yet, so it goes to nobody.',
    ],
    [
      'a recording without a day',
      { ...letter, type: 'audio' },
      null,
      'It is for Tom, and only you can listen to it until it is delivered. It has no day yet, so it goes to nobody.',
    ],
    [
      'a video being checked',
      { ...letter, type: 'video', approval: 'checking' },
      null,
      'It is for Tom. We are still checking the file, which takes a moment. It has no day yet, so it goes to nobody.',
    ],
    [
      'a photo that a person has to look at',
      inReview,
      null,
      'It is for Tom. A person looks at it first. It has no day yet, so it goes to nobody.',
    ],
    [
      'one whose day is not known yet',
      letter,
      undefined,
      'It is for Tom, and only you can read it until it is delivered.',
    ],
    [
      'one that is deleted when its owner dies',
      { ...letter, deleteOnDeath: true },
      null,
      'It is for nobody else: only you can read it, and it is deleted when you die.',
    ],
    ['one with a day', letter, { to: 'Tom', when: '15 June 2031' }, 'It goes to Tom on 15 June 2031.'],
    ['one of many', letter, { to: 'Tom', when: 'next 15 June 2031' }, 'It goes to Tom next on 15 June 2031.'],
    [
      'one for after a death',
      letter,
      { to: 'Tom', when: 'after your death' },
      'It goes to Tom after your death.',
    ],
  ] as const)('%s', (_what, memory, day, words) => {
    expect(describeConfirmation(memory, 'Tom', day)).toBe(words);
  });
});
