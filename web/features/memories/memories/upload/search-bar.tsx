import type { Memory, MemoryType } from '../../../../../shared/memories/memories.ts';
import { SearchField } from '../../../../ui/search-field.tsx';
import { Select } from '../../../../ui/select.tsx';
import { memoryKinds } from '../memories.ts';

const typeOptions = [
  { value: 'all', label: 'All kinds' },
  ...(['video', 'photo', 'audio', 'letter'] as const).map((type) => ({
    value: type,
    label: memoryKinds[type].plural,
  })),
] as const;

const sortingOptions: readonly { value: Sorting; label: string }[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'title', label: 'By title' },
];

interface SearchBarProps {
  search: MemorySearch;
  onChange: (changes: Partial<MemorySearch>) => void;
}

export function SearchBar({ search, onChange }: SearchBarProps) {
  return (
    <div className="mb-4 grid large-text:grid-cols-1 grid-cols-2 gap-2.5 md:grid-cols-[1fr_11rem_11rem]">
      <SearchField
        label="Search your memories"
        value={search.words}
        className="max-md:col-span-full"
        onChange={(words) => onChange({ words })}
      />
      <Select
        label="Kind"
        isLabelHidden
        value={search.type}
        options={typeOptions}
        onChange={(type) => onChange({ type })}
      />
      <Select
        label="Order"
        isLabelHidden
        value={search.sorting}
        options={sortingOptions}
        onChange={(sorting) => onChange({ sorting })}
      />
    </div>
  );
}

const sortings = ['newest', 'oldest', 'title'] as const;
export type Sorting = (typeof sortings)[number];

export interface MemorySearch {
  words: string;
  type: MemoryType | 'all';
  sorting: Sorting;
}

// Created once: comparing with these options from scratch takes many times as long.
const byTitle = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

const compare: Record<Sorting, (one: Memory, other: Memory) => number> = {
  newest: (one, other) => compareText(other.createdAt, one.createdAt),
  oldest: (one, other) => compareText(one.createdAt, other.createdAt),
  title: (one, other) => byTitle.compare(one.title, other.title),
};

/** The memories of the chosen type that contain every word, in the chosen order. */
export function searchMemories(memories: readonly Memory[], search: MemorySearch): Memory[] {
  const words = fold(search.words).split(/\s+/);
  return memories
    .filter((memory) => search.type === 'all' || memory.type === search.type)
    .filter((memory) => {
      const text = textOf(memory);
      return words.every((word) => text.includes(word));
    })
    .toSorted(compare[search.sorting]);
}

/** Folding a thousand letters takes long, so each is folded only once. */
const folded = new WeakMap<Memory, string>();

function textOf(memory: Memory): string {
  const known = folded.get(memory);
  if (known !== undefined) return known;
  const { title, recipient, personalMessage, content } = memory;
  const text = fold(`${title} ${recipient} ${personalMessage ?? ''} ${content ?? ''}`);
  folded.set(memory, text);
  return text;
}

/** ISO 8601 texts sort chronologically. */
function compareText(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Ignores case and accents. */
function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}
