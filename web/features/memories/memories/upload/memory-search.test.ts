import { describe, expect, test } from 'vitest';
import type { Memory } from '../../../../../shared/memories/memories.ts';
import { someMemory } from '../../../../../test/some-memory.ts';
import { type MemorySearch, searchMemories } from './search-bar.tsx';

const memory = (id: string, fields: Partial<Memory>) => someMemory({ id, title: id, ...fields });

const memories = [
  memory('sauce', { type: 'video', title: 'How to make the sauce', createdAt: '2026-10-03T00:00:00.000Z' }),
  memory('house', {
    type: 'photo',
    title: 'The summer house',
    recipient: 'family',
    createdAt: '2026-10-02T00:00:00.000Z',
  }),
  memory('thirty', {
    title: 'for your thirtieth',
    content: 'Dear Zoë',
    createdAt: '2026-10-01T00:00:00.000Z',
  }),
];

function ids(search: Partial<MemorySearch>) {
  return searchMemories(memories, { words: '', type: 'all', sorting: 'newest', ...search }).map(
    ({ id }) => id,
  );
}

describe('order', () => {
  test('newest, oldest, title without regard to case', () => {
    expect(ids({})).toEqual(['sauce', 'house', 'thirty']);
    expect(ids({ sorting: 'oldest' })).toEqual(['thirty', 'house', 'sauce']);
    expect(ids({ sorting: 'title' })).toEqual(['thirty', 'sauce', 'house']);
  });
});

describe('search', () => {
  test('in title, recipient and letter; every word counts, case and accents do not', () => {
    expect(ids({ words: 'SUMMER house' })).toEqual(['house']);
    expect(ids({ words: 'summer sauce' })).toEqual([]);
    expect(ids({ words: 'zoe' })).toEqual(['thirty']);
    expect(ids({ words: ' maya ' })).toEqual(['sauce', 'thirty']);
  });

  test('within one type', () => {
    expect(ids({ type: 'photo' })).toEqual(['house']);
    expect(ids({ type: 'audio' })).toEqual([]);
  });
});
