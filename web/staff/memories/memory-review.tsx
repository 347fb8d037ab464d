import { useState } from 'react';
import type { StaffMemory, StaffMemoryList } from '../../../shared/memories/staff-memories.ts';
import { ListKeysHelp, useListKeys } from '../console/list-keys.tsx';
import { useStaffList } from '../console/queries.ts';
import { QueueList, StaffPage } from '../console/queue-page.tsx';
import { FilterBar, filterNames } from './filter-bar.tsx';
import { MemoryRow } from './memory-row.tsx';
import { OpenDialog } from './open-dialog.tsx';
import { ReviewPanel } from './review-panel.tsx';

const placeNames = ['afterSince', 'after'] as const;

/** The queue of memories that wait for a person: the list at the left, the memory at the right. */
export function MemoryReviewPage() {
  const { list, memories, filters, narrow, paging, shown, show, showNext } = useQueue();
  const [opening, setOpening] = useState<StaffMemory>();
  const keys = useListKeys({
    ids: memories.map(({ id }) => id),
    shown: shown?.id,
    onOpen: (id) => {
      const memory = memories.find((memory) => memory.id === id);
      if (memory?.acts.includes('open') && !memory.openUntil) setOpening(memory);
    },
    openLabel: 'open with a reason',
    keys: [
      { key: 'a', label: 'to Approve', act: () => focusOn('approve') },
      { key: 'r', label: 'to the reason and Reject', act: () => focusOn('reason') },
    ],
    isOff: opening !== undefined,
  });

  return (
    <StaffPage
      title="Memory review"
      description="What waits for a person, the oldest first. You see what was checked, not what was left."
    >
      <div className="grid items-start gap-6 xl:grid-cols-[23rem_minmax(0,1fr)]">
        <QueueList
          noun="memories"
          list={list}
          isEmpty={memories.length === 0}
          empty={{ title: 'Nothing waits here', description: 'All that was checked has been decided.' }}
          filters={<FilterBar filters={filters} onChange={narrow} />}
          paging={paging}
        >
          {memories.map((memory) => (
            <MemoryRow
              key={memory.id}
              memory={memory}
              isShown={memory.id === shown?.id}
              onShow={() => show(memory)}
              onPick={() => {
                show(memory);
                requestAnimationFrame(() => focusOn('review'));
              }}
            />
          ))}
        </QueueList>
        {shown && <ReviewPanel key={shown.id} listed={shown} onDecided={showNext} onOpen={setOpening} />}
      </div>
      <ListKeysHelp {...keys} />
      {opening && <OpenDialog memory={opening} onClose={() => setOpening(undefined)} />}
    </StaffPage>
  );
}

/** The list, and the memory that is shown: as it was when it was chosen, and also when it leaves the list. */
function useQueue() {
  const { list, narrow, ...rest } = useStaffList<
    StaffMemoryList,
    (typeof filterNames)[number],
    (typeof placeNames)[number]
  >('memories', { filters: filterNames, places: placeNames });
  const [decided, setDecided] = useState<readonly string[]>([]);
  const [shown, show] = useState<StaffMemory>();
  // What was decided a moment ago still stands in a list that was read before.
  const memories = (list.data?.memories ?? []).filter((memory) => !decided.includes(stateKey(memory)));
  if (!shown && memories[0]) show(memories[0]);
  return {
    ...rest,
    list,
    memories,
    shown,
    show,
    narrow: (wanted: Parameters<typeof narrow>[0]) => {
      show(undefined);
      narrow(wanted);
    },
    showNext: (memory: StaffMemory) => {
      const index = memories.findIndex(({ id }) => id === memory.id);
      setDecided([...decided, stateKey(memory)]);
      show(memories[index + 1] ?? memories[index - 1]);
      // What had the focus is gone.
      requestAnimationFrame(() => focusOn('review'));
    },
  };
}

function stateKey({ id, revision, state }: StaffMemory): string {
  return `${id} ${revision} ${state}`;
}

const places = { approve: '[data-act="approve"]', reason: 'textarea[name="reason"]', review: '#review' };

function focusOn(place: keyof typeof places): void {
  document.querySelector<HTMLElement>(places[place])?.focus();
}
