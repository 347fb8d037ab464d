import { SearchField } from '../../../../ui/search-field.tsx';
import { Select } from '../../../../ui/select.tsx';
import { memoryKinds } from '../memories.ts';
import type { MemorySearch, Sorting } from './memory-search.ts';

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
    <div className="mb-4 grid grid-cols-2 gap-2.5 md:grid-cols-[1fr_11rem_11rem]">
      <SearchField
        label="Search your memories"
        value={search.words}
        className="max-md:col-span-2"
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
