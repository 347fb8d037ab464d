import { check, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openFaces } from './faces.ts';
import { breakIntoLines, type Line } from './lines.ts';
import { readParagraph } from './paragraphs.ts';
import { column, styles } from './sheet.ts';

const faces = openFaces();
const set = (text: string, width: number = column.width): Line[] =>
  breakIntoLines(readParagraph(text, styles.body, faces), width);
const textOf = (line: Line) => line.runs.map((run) => run.text).join('');
const facesOf = (text: string) => [
  ...new Set(set(text).flatMap((line) => line.runs.map((run) => run.face.name))),
];

const sentence =
  'The harbour, and one yellow crane that never moved. My brother said it was asleep. On Sundays it had washing on it.';

describe('lines', () => {
  test('contain every word, in order, and are no wider than the column', () => {
    const lines = set(sentence.repeat(6));
    expect(lines.map(textOf).join(' ')).toBe(sentence.repeat(6));
    expect(lines.every((line) => line.width <= column.width && line.left === 0)).toBe(true);
    expect(lines.length).toBeGreaterThan(8);
  });

  test('leave no short last line where the words before it can help', () => {
    const lines = breakIntoLines(readParagraph(`${sentence} Yes.`, styles.heading, faces), column.width);
    expect(lines.at(-1)?.width).toBeGreaterThan(column.width * 0.4);
  });

  test('anything wider than the column is broken where necessary', () => {
    const address = `https://example.com/${'W'.repeat(200)}`;
    const lines = set(`See ${address} there`);
    expect(lines.map(textOf).join('').replaceAll(' ', '')).toBe(`See${address}there`);
    expect(lines.every((line) => line.width <= column.width)).toBe(true);
  });

  test('Thai is broken between words although it has no spaces', () => {
    const text = 'คุณยายของฉันพูดเสมอว่าทะเลจดจำทุกสิ่งทุกอย่างได้และหน้าต่างห้องของเรามองเห็นท่าเรือ';
    const words = new Set(
      [...new Intl.Segmenter('th', { granularity: 'word' }).segment(text)].map((each) => each.index),
    );
    const [first, ...others] = set(text).map(textOf);
    expect(others.length).toBeGreaterThan(0);
    expect(words.has(first?.length ?? 0)).toBe(true);
  });

  test('Chinese punctuation does not begin a line', () => {
    const lines = set('我的奶奶常说，大海记得一切。'.repeat(12)).map(textOf);
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.some((line) => /^[，。]/.test(line))).toBe(false);
  });
});

describe('right to left', () => {
  test('is aligned right; numbers and names in it run from left to right', () => {
    const [line] = set('היא גרה ברחוב Main Street 12 בחיפה');
    expect(line && line.left + line.width).toBeCloseTo(column.width);
    // Drawn from left to right; each Hebrew run is reversed by its shaper.
    expect(line?.runs.map((run) => run.text.trim()).filter(Boolean)).toEqual([
      'בחיפה',
      'Main Street 12',
      'היא גרה ברחוב',
    ]);
  });

  test('brackets are mirrored', () => {
    const [line] = set('(בחיוך)');
    expect(line && textOf(line)).toBe('(בחיוך)');
    expect(line?.runs.map((run) => run.text)).toEqual(['(', 'בחיוך', ')']);
  });

  test('a Hebrew word in an English sentence keeps its place', () => {
    const [line] = set('She said שלום to all');
    expect(line?.left).toBe(0);
    expect(line?.runs.map((run) => run.text.trim()).filter(Boolean)).toEqual(['She said', 'שלום', 'to all']);
  });
});

describe('faces', () => {
  test.each([
    ['Ødegård, façade, Łódź', ['roman']],
    ['Хлеб, всему голова', ['european']],
    ['Η γιαγιά μου', ['european']],
    ['שלום', ['hebrew']],
    ['السلام', ['arabic']],
    ['समुद्र', ['devanagari']],
    ['ਕਹਿੰਦੀ', ['gurmukhi']],
    ['ทะเล', ['thai']],
    ['ស្មុទ្រ', ['khmer']],
    ['ባሕር', ['ethiopic']],
    ['大海', ['chinese and japanese']],
    ['바다', ['korean']],
    ['😊', ['emoji']],
    ['ᏣᎳᎩ', ['everything']],
  ])('%s is set in %s', (text, names) => {
    expect(facesOf(text)).toEqual(names);
  });

  test('digits after an emoji use the face of the text', () => {
    expect(facesOf('😊 2 cups')).toEqual(['emoji', 'roman']);
  });

  test('combining accents stay with their letter', () => {
    expect(set('cafe\u0301').map(textOf)).toEqual(['café']);
    expect(facesOf('x\u0332y')).not.toContain('emoji');
  });
});

test('no text stops the book', () => {
  const anything = property(string({ unit: 'binary', maxLength: 60 }), (text) => {
    for (const line of set(text, 120)) if (!Number.isFinite(line.width)) return false;
    return true;
  });
  const { failed, counterexample } = check(anything, { numRuns: 150 });
  expect(failed, JSON.stringify(counterexample)).toBe(false);
});
