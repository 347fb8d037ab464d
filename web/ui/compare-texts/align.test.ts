import { expect, test } from 'vitest';
import { compareParagraphs, compareText, type Piece, type Row } from './compare.ts';

const shown = (pieces: Piece[] | null) =>
  pieces?.map(({ text, isMarked }) => (isMarked ? `[${text}]` : text)).join('') ?? null;
const rows = (found: Row[]) => found.map(({ one, other }) => [shown(one), shown(other)]);

test('paragraph beside paragraph: what is the same, what was changed, what stands in one text only', () => {
  const one = 'Dear Maya,\n\nPut the lemon in last. It makes no difference.\n\nSit on the porch.';
  const other = 'Dear Maya,\nPut the lemon in at the very end. It makes no difference.\n';
  expect(rows(compareParagraphs(one, other))).toEqual([
    ['Dear Maya,', 'Dear Maya,'],
    [
      'Put the lemon in [last]. It makes no difference.',
      'Put the lemon in [at the very end]. It makes no difference.',
    ],
    ['[Sit on the porch.]', null],
  ]);
});

test('a paragraph that was put in between moves nothing else', () => {
  const found = compareParagraphs(
    'First.\nSecond one.\nThird.',
    'First.\nQuite another thing.\nSecond one.\nThird.',
  );
  expect(rows(found)).toEqual([
    ['First.', 'First.'],
    [null, '[Quite another thing.]'],
    ['Second one.', 'Second one.'],
    ['Third.', 'Third.'],
  ]);
  expect(found.map(({ isSame }) => isSame)).toEqual([true, false, true, true]);
});

test('two paragraphs with nothing in common are two, not one that was changed', () => {
  expect(rows(compareParagraphs('The soup.', 'My father sang.'))).toEqual([
    ['[The soup.]', null],
    [null, '[My father sang.]'],
  ]);
});

test.each([
  ['', '', []],
  ['a', '', [['[a]', null]]],
  ['a b', 'a  b', [['a[ ]b', 'a[  ]b']]],
  ['家族のために', '家族のみんなに', [['家族の[ため]に', '家族の[みんな]に']]],
])('%j beside %j', (one, other, expected) => {
  expect(rows(compareParagraphs(one, other))).toEqual(expected);
});

test('a family emoji is marked whole', () => {
  expect(shown(compareText('We are 👨‍👩‍👧', 'We are 👨‍👩‍👧‍👦').one)).toBe('We are [👨‍👩‍👧]');
});

test('together the pieces are the texts, for the longest letters too', () => {
  const one = 'word and another \n'.repeat(270);
  const other = 'another word and \n'.repeat(270);
  const found = compareParagraphs(one, other);
  const text = (side: 'one' | 'other') =>
    found
      .flatMap((row) => row[side] ?? [])
      .map((piece) => piece.text)
      .join('');
  expect(text('one')).toBe(one.replaceAll('\n', ''));
  expect(text('other')).toBe(other.replaceAll('\n', ''));
});
