import { describe, expect, test } from 'vitest';
import { addressed, type BookEntry, choose, chosenOption, describeNew, offer } from './addressee.ts';
import { noValues, parseValues, someoneElse } from './memory-values.ts';

const maya = {
  id: 'maya-1',
  firstName: 'Maya',
  lastName: 'Alvarez',
  relationship: 'child',
  email: 'maya@example.com',
} as const;
const tom = { ...maya, id: 'tom-1', firstName: 'Tom', lastName: 'Marlowe', email: null };
const otherMaya = { ...maya, id: 'maya-2', email: 'other@example.com' };
const book = [maya, tom];

describe('which option is chosen', () => {
  test.each([
    ['nothing yet', {}, book, ''],
    ['nothing yet, and nobody to choose from', {}, [], someoneElse],
    ['nothing yet, the address book not read', {}, undefined, ''],
    ['a group', { recipient: 'children' }, book, 'children'],
    ['a group, with nobody in the address book', { recipient: 'children' }, [], 'children'],
    [
      'somebody by their id',
      { recipient: 'Maya Alvarez', recipientId: 'maya-2' },
      [...book, otherMaya],
      'maya-2',
    ],
    ['somebody by their name', { recipient: 'Tom Marlowe' }, book, 'tom-1'],
    ['a name from before the address book', { recipient: 'Aunt Inés' }, book, 'Aunt Inés'],
    ['a name, the address book not read', { recipient: 'Tom Marlowe' }, undefined, 'Tom Marlowe'],
    ['somebody new', { recipient: '', recipientId: someoneElse }, book, someoneElse],
    ['somebody who is no longer there', { recipient: 'Leo Paz', recipientId: 'leo' }, book, 'Leo Paz'],
  ])('%s', (_what, values, people, option) => {
    expect(chosenOption({ ...noValues, ...values }, people)).toBe(option);
  });
});

test('choosing somebody keeps both their name and who they are', () => {
  expect(choose('tom-1', noValues, book)).toEqual({ recipient: 'Tom Marlowe', recipientId: 'tom-1' });
  expect(choose('friends', { ...noValues, recipientId: 'tom-1' }, book)).toEqual({
    recipient: 'friends',
    recipientId: '',
  });
});

test('somebody new is called as they are written, also on the way there and back', () => {
  const first = { ...noValues, ...describeNew(noValues, { firstName: 'Tom ' }) };
  expect(first).toMatchObject({ recipient: 'Tom', recipientId: someoneElse });
  const both = { ...first, ...describeNew(first, { lastName: 'Marlowe' }) };
  expect(both.recipient).toBe('Tom Marlowe');
  const group = { ...both, ...choose('family', both, book) };
  expect({ ...group, ...choose(someoneElse, group, book) }).toEqual(both);
});

test('two of the same name are told apart; a name that is in no list is offered as it is', () => {
  const labels = (recipient: string, people: readonly BookEntry[]) =>
    offer(recipient, people).map(({ label, options }) => [label, options.map((option) => option.label)]);
  expect(labels('Aunt Inés', [maya, otherMaya])).toEqual([
    ['A group', ['Children', 'Spouse', 'Family', 'Friends']],
    ['From your address book', ['Maya Alvarez (maya@example.com)', 'Maya Alvarez (other@example.com)']],
    ['Anybody', ['Aunt Inés', 'Someone else']],
  ]);
  expect(labels('children', [])).toEqual([
    ['A group', ['Children', 'Spouse', 'Family', 'Friends']],
    ['Anybody', ['Someone else']],
  ]);
});

test('a draft keeps whom it is for; one that names nobody is for whom the page was opened', () => {
  const to = { recipient: 'Tom Marlowe', recipientId: 'tom-1' };
  const draft = { ...noValues, content: 'Dear' };
  expect(addressed(draft, to)).toEqual({ ...draft, ...to });
  expect(addressed({ ...draft, recipient: 'Maya Alvarez' }, to)?.recipient).toBe('Maya Alvarez');
  expect(addressed(draft, null)).toEqual(draft);
  expect(addressed(null, to)).toBeNull();
});

test('a draft from before the address book was asked for is read', () => {
  const older = { title: 'A', recipient: 'Maya', personalMessage: '', content: 'Dear Maya' };
  expect(parseValues(older)).toEqual({ ...noValues, ...older });
  expect(parseValues({ ...older, recipientId: 7 })).toBeNull();
});
