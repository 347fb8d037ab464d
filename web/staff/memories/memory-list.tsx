import { CircleAlert } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { StaffMemory } from '../../../shared/memories/staff-memories.ts';
import { memoryTypes } from '../../../shared/memory-types.ts';
import { Button } from '../../ui/button.tsx';
import { joinClasses } from '../../ui/join-classes.ts';
import { Select } from '../../ui/select.tsx';
import { SideBySide } from '../../ui/side-by-side.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { Choosing } from '../console/bulk.tsx';
import { SideRow } from '../console/side-row.tsx';
import { sizeOf, typeLabels } from './labels.ts';

export const filterNames = ['waitsFor', 'type', 'owner'] as const;
type Filters = Partial<Record<(typeof filterNames)[number], string>>;

const everything = 'all';
const waits = [
  { value: 'staff', label: 'For us' },
  { value: 'owner', label: 'For the owner' },
];
const types = [
  { value: everything, label: 'All kinds' },
  ...memoryTypes.map((type) => ({ value: type, label: typeLabels[type] })),
];

export function FilterBar({ filters, onChange }: { filters: Filters; onChange: (filters: Filters) => void }) {
  const [owner, setOwner] = useState(filters.owner ?? '');

  function search(event: FormEvent) {
    event.preventDefault();
    onChange({ ...filters, owner: owner.trim() });
  }

  return (
    <form className="grid grid-cols-2 items-end gap-3 border-b border-line px-5 pt-3 pb-4" onSubmit={search}>
      <Select
        label="Waits"
        value={filters.waitsFor ?? 'staff'}
        onChange={(waitsFor) => onChange({ ...filters, waitsFor: waitsFor === 'staff' ? '' : waitsFor })}
        options={waits}
        isCompact
      />
      <Select
        label="Kind"
        value={filters.type ?? everything}
        onChange={(type) => onChange({ ...filters, type: type === everything ? '' : type })}
        options={types}
        isCompact
      />
      <div className="col-span-2 flex items-end gap-3">
        <TextField
          label="Owner"
          autoComplete="off"
          value={owner}
          onChange={setOwner}
          className="min-w-0 flex-1"
        />
        <Button type="submit" variant="quiet">
          Find
        </Button>
      </div>
    </form>
  );
}

interface MemoryRowProps {
  memory: StaffMemory;
  choosing: Choosing;
  isShown: boolean;
  /** True while a decision is being sent, so that its result is seen. */
  isOff: boolean;
  onShow: () => void;
  onPick: () => void;
}

export function MemoryRow({ memory, ...row }: MemoryRowProps) {
  const { id, title, type, owner, since, finding, state } = memory;
  return (
    <SideRow {...row} id={id} title={title} since={since}>
      <span className="text-small text-ink-soft">
        <SideBySide>{[[typeLabels[type], ...sizeOf(memory)].join(', '), owner.name]}</SideBySide>
      </span>
      {finding && (
        <span
          className={joinClasses(
            'mt-0.5 flex items-start gap-2 text-small',
            state === 'in_review' ? 'text-gold' : 'text-rose',
          )}
        >
          <CircleAlert aria-hidden="true" className="mt-1 size-4 flex-none" strokeWidth={1.75} />
          <span className="line-clamp-2 min-w-0">{finding}</span>
        </span>
      )}
    </SideRow>
  );
}
