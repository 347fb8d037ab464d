import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { someMemory } from '../../../../test/some-memory.ts';
import { OpenedMemories } from './staff-openings.tsx';

const shown = (...memories: Parameters<typeof someMemory>[0][]) =>
  renderToStaticMarkup(<OpenedMemories memories={memories.map(someMemory)} timeZone="UTC" />);
const on = (day: string, reason = 'It broke off') => ({ openedAt: `${day}T12:00:00.000Z`, reason });

test('says so where staff have opened nothing', () => {
  expect(shown({})).toContain('None of your memories.');
});

test.each([
  ['One memory, on 22 November 2026.', [{ openings: [on('2026-11-22')] }]],
  ['One memory, the last time on 23 November 2026.', [{ openings: [on('2026-11-22'), on('2026-11-23')] }]],
  [
    'Two memories, the last time on 24 November 2026.',
    [
      { id: 'a', openings: [on('2026-11-24')] },
      { id: 'b', openings: [on('2026-11-22')] },
    ],
  ],
])('%s', (words, memories) => expect(shown({ id: 'unopened' }, ...memories)).toContain(words));

test('lists each opening with its reason, the newest first, and leads to the memory', () => {
  const html = shown(
    { id: 'a', title: 'Rain', openings: [on('2026-11-22', 'It was short')] },
    { id: 'b', title: 'Pears', openings: [on('2026-11-24', 'It was to be printed')] },
  );
  expect(html).toMatch(
    /href="\/memories\/b"[^>]*>Pears<.*It was to be printed.*href="\/memories\/a"[^>]*>Rain<.*It was short/s,
  );
});
