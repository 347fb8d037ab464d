import { useState } from 'react';
import type { Memory } from '../../../../../shared/memories/memories.ts';
import { Button } from '../../../../ui/button.tsx';
import { RadioGroup } from '../../../../ui/choice-group.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Link } from '../../../../ui/link.tsx';
import { SearchField } from '../../../../ui/search-field.tsx';
import { UnapprovedMemories } from '../schedules/form/unapproved-memories.tsx';
import { daysOfMemories, useSchedules } from '../schedules/queries.ts';
import { useNow } from '../schedules/use-now.ts';
import { isChoosable } from './planned-years.ts';
import { describeChoice } from './series-words.ts';

export interface MemoryDialogProps {
  title: string;
  /** The label of its button, such as 'Put it in 2029'. */
  action: string;
  /** The label for removing the memory, such as 'Leave 2029 empty'; undefined if there is none to remove. */
  emptyLabel?: string | undefined;
  memories: readonly Memory[];
  /** Whose memories come first. */
  recipientId: string;
  value: string | null;
  isBusy?: boolean;
  onChoose: (memoryId: string | null) => void;
  onClose: () => void;
}

const searchFrom = 8;

/** Asks which memory a year gets. */
export function MemoryDialog(props: MemoryDialogProps) {
  const { title, action, emptyLabel, value, isBusy = false, onChoose, onClose } = props;
  const [chosen, setChosen] = useState(value);
  return (
    <Dialog
      isOpen
      title={title}
      isBusy={isBusy}
      onOpenChange={onClose}
      actions={{
        cancel: (
          <Button variant="quiet" onPress={onClose}>
            Cancel
          </Button>
        ),
        other: emptyLabel && (
          <Button variant="quiet" isDisabled={isBusy} onPress={() => onChoose(null)}>
            {emptyLabel}
          </Button>
        ),
        action: (
          <Button
            isDisabled={chosen === null}
            isPending={isBusy}
            pendingLabel="Saving"
            onPress={() => onChoose(chosen)}
          >
            {action}
          </Button>
        ),
      }}
    >
      <Memories {...props} value={chosen} onChoose={setChosen} />
    </Dialog>
  );
}

type MemoriesProps = Pick<MemoryDialogProps, 'memories' | 'recipientId' | 'value'> & {
  onChoose: (memoryId: string) => void;
};

function Memories({ memories, recipientId, value, onChoose }: MemoriesProps) {
  const [search, setSearch] = useState('');
  const { data: schedules = [] } = useSchedules();
  const days = daysOfMemories(schedules, useNow());
  const approved = memories.filter(isChoosable);
  const wanted = search.trim().toLowerCase();
  const shown = approved
    .filter(({ id, title }) => id === value || title.toLowerCase().includes(wanted))
    .toSorted((one, other) => rank(one, recipientId) - rank(other, recipientId));
  return (
    <div className="grid gap-4 pt-2 wrap-anywhere">
      {approved.length > searchFrom && (
        <SearchField label="Search your memories" value={search} onChange={setSearch} />
      )}
      {approved.length === 0 ? (
        <p className="text-ink-soft">
          There is nothing to choose yet. <Link href={`/upload?for=${recipientId}`}>Add a memory</Link>
        </p>
      ) : (
        <RadioGroup
          label="Memory"
          isLabelHidden
          appearance="row"
          value={value}
          choices={shown.map((memory) => ({
            value: memory.id,
            label: memory.title,
            description: describeChoice({ ...memory, seconds: memory.durationSeconds }, days.get(memory.id)),
          }))}
          onChange={onChoose}
        />
      )}
      <UnapprovedMemories memories={memories} chosen={value} />
    </div>
  );
}

function rank(memory: Memory, recipientId: string): number {
  return memory.recipientId === recipientId ? 0 : 1;
}
