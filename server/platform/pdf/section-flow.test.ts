import { describe, expect, test } from 'vitest';
import { openFaces } from './faces.ts';
import { type Cursor, flowSection } from './section-flow.ts';
import { column, newPage, type Page } from './sheet.ts';

const faces = openFaces();
const paragraph = (lineCount: number, name = 'x') => `${name} word `.repeat(lineCount * 8).trim();
const bodyOf = (page: Page) => page.lines.filter((placed) => placed.style === 'body');
const topOfPage = (): Cursor => ({ page: newPage(7), y: column.firstBaseline });

function flow(text: string, cursor: Cursor = topOfPage()) {
  const flown = flowSection({ heading: 'Where did you hide?', text }, cursor, faces);
  return { ...flown, pages: [cursor.page, ...flown.begun] };
}

describe('a section', () => {
  test('that fits starts where the previous one ended', () => {
    const { begun, startsOn, end } = flow('Under the stairs.');
    expect(begun).toEqual([]);
    expect(startsOn).toBe(7);
    expect(end.y).toBeGreaterThan(column.firstBaseline + 36);
  });

  test('continues over as many pages as it needs, each numbered, all within the column', () => {
    const { begun, pages } = flow(paragraph(120));
    expect(begun.map((page) => page.number)).toEqual(begun.map((_, at) => 8 + at));
    expect(begun.length).toBeGreaterThan(1);
    const heights = pages.flatMap((page) => page.lines.map((placed) => placed.y));
    expect(Math.max(...heights)).toBeLessThanOrEqual(column.lastBaseline);
    expect(Math.min(...heights)).toBe(column.firstBaseline);
  });

  test('that would begin at the bottom of a page begins on the next one', () => {
    for (let y = column.lastBaseline - 80; y <= column.lastBaseline; y += 4) {
      const cursor = { page: newPage(7), y };
      const { startsOn, pages } = flow(paragraph(12), cursor);
      const [first] = pages;
      if (startsOn === 7) expect(first && bodyOf(first).length).toBeGreaterThanOrEqual(2);
      else expect(first?.lines).toEqual([]);
    }
  });

  test('never leaves a single line on either side of a page', () => {
    for (let lineCount = 2; lineCount <= 34; lineCount += 1) {
      const { pages } = flow(paragraph(lineCount));
      for (const page of pages) expect(bodyOf(page).length, `${lineCount} lines`).not.toBe(1);
    }
  });

  test('keeps line breaks, and makes an empty line a pause', () => {
    const { pages } = flow('2 cups flour\r\n1 egg\n\n\nStir it all.\n');
    const [flour, egg, stir] = pages.flatMap(bodyOf).map((placed) => placed.y);
    expect((egg ?? 0) - (flour ?? 0)).toBeCloseTo(16.5);
    expect((stir ?? 0) - (egg ?? 0)).toBeCloseTo(24.75);
    expect(pages.flatMap(bodyOf)).toHaveLength(3);
  });
});
