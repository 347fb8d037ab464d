import { useState } from 'react';
import { describeLength } from '../../../../../../shared/lengths.ts';
import type { Memory } from '../../../../../../shared/memories/memories.ts';
import { Button } from '../../../../../ui/button.tsx';
import { ButtonLink } from '../../../../../ui/button-link.tsx';
import type { Choice } from '../../../../../ui/choice-card.tsx';
import { RadioGroup, rowsOnPhones } from '../../../../../ui/choice-group.tsx';
import { EmptyState } from '../../../../../ui/empty-state.tsx';
import { SearchField } from '../../../../../ui/search-field.tsx';
import { UnapprovedMemories } from './unapproved-memories.tsx';

interface MemoryChoiceProps {
  memories: readonly Memory[];
  value: string | null;
  onChange: (memoryId: string) => void;
  error?: string | undefined;
}

const searchFrom = 8;

/** Lists approved memories, and names the others, so that nobody wonders where they are. */
export function MemoryChoice({ memories, value, onChange, error }: MemoryChoiceProps) {
  const [search, setSearch] = useState('');
  const [isWhole, setWhole] = useState(false);
  const approved = memories.filter(({ isApproved, deleteOnDeath }) => isApproved && !deleteOnDeath);
  const wanted = search.trim().toLowerCase();
  const shown = approved.filter(({ id, title }) => id === value || title.toLowerCase().includes(wanted));
  return (
    <div className="flex flex-col gap-4 wrap-anywhere lg:flex-1">
      {approved.length > searchFrom && (
        <SearchField label="Search your memories" value={search} onChange={setSearch} />
      )}
      {approved.length > 0 && (
        <RadioGroup
          label="Memory"
          isLabelHidden
          appearance="row"
          isScrollable
          isFilling
          isShortOnPhones={!isWhole}
          value={value}
          choices={shown.map(toChoice)}
          error={error}
          onChange={onChange}
        />
      )}
      {shown.length > rowsOnPhones && (
        <Button
          variant="quiet"
          size="small"
          className="self-start md:hidden"
          aria-expanded={isWhole}
          onPress={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Show fewer' : `Show all ${shown.length}`}
        </Button>
      )}
      {memories.length === 0 && <NoMemories />}
      <UnapprovedMemories memories={memories} chosen={value} />
    </div>
  );
}

function toChoice({ id, title, type, durationSeconds }: Memory): Choice {
  const length = durationSeconds === null ? '' : `, ${describeLength(durationSeconds)}`;
  return { value: id, label: title, description: `${type}${length}` };
}

function NoMemories() {
  return (
    <EmptyState
      title="Nothing to deliver yet"
      description="Write a letter or add a photo first, then choose its day here."
      action={<ButtonLink href="/upload">Add a memory</ButtonLink>}
    />
  );
}
