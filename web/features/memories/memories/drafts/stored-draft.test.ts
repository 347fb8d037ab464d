import { describe, expect, test } from 'vitest';
import {
  draftKey,
  type LocalDraft,
  listLocal,
  newerDraft,
  readDraft,
  type ServerDraft,
} from './stored-draft.ts';

interface Letter {
  text: string;
}

function parse(values: unknown): Letter | null {
  const isLetter = typeof values === 'object' && values !== null && 'text' in values;
  return isLetter && typeof values.text === 'string' ? { text: values.text } : null;
}

test('the key depends on the owner, the kind and the id, and its name can be read from it', () => {
  const names = [
    { kind: 'letter', id: null },
    { kind: 'letter', id: '1' },
    { kind: 'letter', id: '2' },
    { kind: 'legacy:1', id: null },
  ];
  const keys = [
    ...names.map((name) => draftKey('ruth', name)),
    draftKey('leo', { kind: 'letter', id: null }),
  ];
  expect(new Set(keys).size).toBe(5);
  const storage = { length: keys.length, key: (place: number) => keys[place] ?? null };
  expect(listLocal(storage, 'ruth')).toEqual(names);
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
    const text = '{"values":{"text":"a"},"savedAtMs":1,"basedOn":7,"isSent":"yes"}';
    expect(readDraft(storageWith(text), 'draft', parse)).toEqual({
      values: { text: 'a' },
      savedAtMs: 1,
      basedOn: [],
      isSent: false,
    });
  });

  test('a copy of 1.0 is based on a time', () => {
    const text = '{"values":{"text":"a"},"savedAtMs":1,"base":"2031-05-04T12:00:00.000Z","isSent":true}';
    expect(readDraft(storageWith(text), 'draft', parse)?.basedOn).toEqual(['2031-05-04T12:00:00.000Z']);
  });
});

describe('the draft to continue with', () => {
  const at = (second: number) => new Date(second * 1000).toISOString();
  const local = (changes: Partial<LocalDraft<Letter>>): LocalDraft<Letter> => ({
    values: { text: 'here' },
    savedAtMs: 10_000,
    basedOn: [],
    isSent: false,
    ...changes,
  });
  const server = (version: string, text = 'server'): ServerDraft<Letter> => ({
    kind: 'letter',
    id: null,
    values: { text },
    version,
    device: null,
    updatedAt: at(5),
  });
  const textOf = (draft: LocalDraft<Letter> | null) => draft?.values.text ?? null;

  test.each([
    ['neither has one', null, null, null],
    ['only the server has one', null, server('v1'), 'server'],
    ['only this browser has one', local({}), null, 'here'],
    ['the server cannot be asked', local({ isSent: true, basedOn: ['v1'] }), undefined, 'here'],
    ['nothing here, and the server cannot be asked', null, undefined, null],
    ['it was finished on another device', local({ isSent: true, basedOn: ['v1'] }), null, null],
    ['finished elsewhere, but changed here since', local({ basedOn: ['v1'] }), null, 'here'],
    ['both hold the same', local({ isSent: true, basedOn: ['v1'] }), server('v1'), 'here'],
    ['another device went on', local({ isSent: true, basedOn: ['v1'] }), server('v2'), 'server'],
    ['the last words never arrived', local({ basedOn: ['v1'] }), server('v1'), 'here'],
    ['nobody knows which words arrived', local({ basedOn: ['v1', 'v2', 'v3'] }), server('v2'), 'here'],
    ['both went on', local({ basedOn: ['v1'] }), server('v2'), 'here'],
    ['begun twice', local({}), server('v1'), 'here'],
    ['a copy of 1.0', local({ isSent: true, basedOn: [at(5)] }), server('v1'), 'here'],
  ])('%s', (_case, here, there, expected) => {
    expect(textOf(newerDraft(here, there))).toBe(expected);
  });

  test('a draft from the server counts as sent', () => {
    const sent = { values: { text: 'server' }, savedAtMs: 5_000, basedOn: ['v1'], isSent: true };
    expect(newerDraft(null, server('v1'))).toEqual(sent);
  });

  test('the same words on both sides count as sent', () => {
    expect(newerDraft(local({}), server('v1', 'here'))).toMatchObject({ basedOn: ['v1'], isSent: true });
  });

  test('words that go on from those of the server may replace them', () => {
    expect(newerDraft(local({ basedOn: [at(5)] }), server('v1'))?.basedOn).toContain('v1');
    expect(newerDraft(local({ basedOn: ['v0', 'v1'] }), server('v1'))?.basedOn).toEqual(['v1', 'v0']);
  });
});
