import type { Memory, MemoryType } from '../../../../shared/memories/memories.ts';

export const sortings = ['newest', 'oldest', 'title'] as const;
export type Sorting = (typeof sortings)[number];

export interface MemorySearch {
  words: string;
  type: MemoryType | 'all';
  sorting: Sorting;
}

const compare: Record<Sorting, (one: Memory, other: Memory) => number> = {
  newest: (one, other) => other.createdAt.localeCompare(one.createdAt),
  oldest: (one, other) => one.createdAt.localeCompare(other.createdAt),
  title: (one, other) => one.title.localeCompare(other.title, 'en', { sensitivity: 'base', numeric: true }),
};

/** The memories that match the type and contain every word, sorted as asked. */
export function searchMemories(memories: readonly Memory[], search: MemorySearch): Memory[] {
  const words = fold(search.words).split(/\s+/);
  return memories
    .filter((memory) => search.type === 'all' || memory.type === search.type)
    .filter((memory) => {
      const text = fold(
        `${memory.title} ${memory.recipient} ${memory.personalMessage ?? ''} ${memory.content ?? ''}`,
      );
      return words.every((word) => text.includes(word));
    })
    .toSorted(compare[search.sorting]);
}

/** Ignores case and accents. */
function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}
