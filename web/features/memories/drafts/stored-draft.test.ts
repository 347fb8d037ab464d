import { describe, expect, test } from 'vitest';
import type { LocalDraft, ServerDraft } from './stored-draft.ts';
import { draftKey, newerDraft, readDraft } from './stored-draft.ts';

interface Letter {
  text: string;
}

function parse(values: unknown): Letter | null {
  const isLetter = typeof values === 'object' && values !== null && 'text' in values;
  return isLetter && typeof values.text === 'string' ? { text: values.text } : null;
}

test('the key depends on the owner and the kind', () => {
  expect(draftKey('ruth', 'letter')).not.toBe(draftKey('leo', 'letter'));
  expect(draftKey('ruth', 'letter')).not.toBe(draftKey('ruth', 'legacy:1'));
});

describe('reading a draft', () => {
  const storageWith = (text: string | null) => ({ getItem: () => text });

  test.each([
    null,
    '',
    'no json',
    '7',
    '{}',
    '{"values":{"text":7},"savedAtMs":1}',
    '{"values":{"text":"a"}}',
  ])('ignores what is not a draft: %s', (text) => {
    expect(readDraft(storageWith(text), 'draft', parse)).toBeNull();
  });

  test('invalid sync fields count as never sent', () => {
    const text = '{"values":{"text":"a"},"savedAtMs":1,"base":7,"isSent":"yes"}';
    expect(readDraft(storageWith(text), 'draft', parse)).toEqual({
      values: { text: 'a' },
      savedAtMs: 1,
      base: null,
      isSent: false,
    });
  });
});

describe('the draft to continue with', () => {
  const at = (second: number) => new Date(second * 1000).toISOString();
  const local = (changes: Partial<LocalDraft<Letter>>): LocalDraft<Letter> => ({
    values: { text: 'here' },
    savedAtMs: 10_000,
    base: null,
    isSent: false,
    ...changes,
  });
  const server = (second: number): ServerDraft<Letter> => ({
    values: { text: 'server' },
    updatedAt: at(second),
  });
  const textOf = (draft: LocalDraft<Letter> | null) => draft?.values.text ?? null;

  test.each([
    ['neither has one', null, null, null],
    ['only the server has one', null, server(5), 'server'],
    ['only this browser has one', local({}), null, 'here'],
    ['the server cannot be asked', local({ isSent: true, base: at(5) }), undefined, 'here'],
    ['nothing here, and the server cannot be asked', null, undefined, null],
    ['it was finished on another device', local({ isSent: true, base: at(5) }), null, null],
    ['finished elsewhere, but changed here since', local({ base: at(5) }), null, 'here'],
    ['both hold the same', local({ isSent: true, base: at(5) }), server(5), 'here'],
    ['another device went on', local({ isSent: true, base: at(5) }), server(6), 'server'],
    ['the last words never arrived', local({ base: at(5) }), server(5), 'here'],
    ['never arrived, and this clock is slow', local({ base: at(50), savedAtMs: 1_000 }), server(50), 'here'],
    ['both went on, this one later', local({ base: at(5) }), server(9), 'here'],
    ['both went on, the other later', local({ base: at(5) }), server(11), 'server'],
    ['begun twice, here first', local({}), server(11), 'server'],
    ['what the page knows of the server is old', local({ isSent: true, base: at(9) }), server(5), 'here'],
  ])('%s', (_case, here, there, expected) => {
    expect(textOf(newerDraft(here, there))).toBe(expected);
  });

  test('a draft from the server counts as sent', () => {
    expect(newerDraft(null, server(5))).toEqual({
      values: { text: 'server' },
      savedAtMs: 5_000,
      base: at(5),
      isSent: true,
    });
  });
});
