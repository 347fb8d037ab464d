import { useState } from 'react';
import type { StaffMemory, StaffMemoryList } from '../../../shared/memories/staff-memories.ts';
import { BulkBar, useBulk, useChosen } from '../console/bulk.tsx';
import { ListKeysHelp, useListKeys } from '../console/list-keys.tsx';
import { useStaffList } from '../console/queries.ts';
import { QueueList, StaffPage } from '../console/queue-page.tsx';
import { FilterBar, filterNames, MemoryRow } from './memory-list.tsx';
import { OpenDialog } from './opened-content.tsx';
import { bulkActs } from './requests.ts';
import { ReviewPanel } from './review-panel.tsx';
import { afterDecision, type ReviewState, seenKey, stillOpenUntil } from './review-state.ts';

const placeNames = ['afterSince', 'after'] as const;

export function MemoryReviewPage() {
  const { list, memories, filters, narrow, paging, shown, show, showNext, isDeciding, setDeciding } =
    useQueue();
  const [opening, setOpening] = useState<StaffMemory>();
  const { has, toggle: choose, ...chosen } = useChosen(memories);
  const bulk = useBulk(chosen);
  const keys = useReviewKeys({
    memories,
    shown,
    choose,
    onOpen: setOpening,
    isOff: opening !== undefined || isDeciding || bulk.isOpen,
  });

  return (
    <StaffPage
      title="Memory review"
      description="What a person has to decide, the oldest first. You see what was checked, not what was left."
    >
      <div className="grid items-start gap-6 xl:grid-cols-[23rem_minmax(0,1fr)]">
        <QueueList
          noun="memories"
          list={list}
          isEmpty={memories.length === 0}
          empty={nothingWaits}
          filters={<FilterBar filters={filters} onChange={narrow} />}
          isBeside
          paging={paging}
        >
          {memories.length > 0 && (
            <BulkBar {...chosen} acts={bulkActs} total={memories.length} onBegin={bulk.begin} />
          )}
          {memories.map((memory) => (
            <MemoryRow
              key={memory.id}
              memory={memory}
              choosing={{
                name: memory.title,
                isChosen: has(memory.id),
                onChoose: () => choose(memory.id),
              }}
              isShown={memory.id === shown?.id}
              isOff={isDeciding}
              onShow={() => show(memory)}
              onPick={() => {
                show(memory);
                requestAnimationFrame(() => focusOn('review'));
              }}
            />
          ))}
        </QueueList>
        {shown && (
          <ReviewPanel
            key={shown.id}
            listed={shown}
            onDeciding={setDeciding}
            onDecided={showNext}
            onOpen={setOpening}
          />
        )}
      </div>
      <ListKeysHelp {...keys} />
      {bulk.dialogs}
      {opening && <OpenDialog memory={opening} onClose={() => setOpening(undefined)} />}
    </StaffPage>
  );
}

const nothingWaits = {
  title: 'Nothing is waiting',
  description: 'Everything that was checked has been decided.',
};

interface ReviewKeys {
  memories: readonly StaffMemory[];
  shown: StaffMemory | undefined;
  choose: (id: string) => void;
  onOpen: (memory: StaffMemory) => void;
  isOff: boolean;
}

function useReviewKeys({ memories, shown, choose, onOpen, isOff }: ReviewKeys) {
  return useListKeys({
    ids: memories.map(({ id }) => id),
    shown: shown?.id,
    onOpen: (id) => {
      const memory = memories.find((each) => each.id === id);
      if (memory?.acts.includes('open') && !stillOpenUntil(memory, Date.now())) onOpen(memory);
    },
    openLabel: 'open with a reason',
    keys: [
      { key: 'x', label: 'choose', act: choose },
      { key: 'a', label: 'to Approve', act: () => focusOn('approve') },
      { key: 'r', label: 'to the reason and Reject', act: () => focusOn('reason') },
    ],
    isOff,
  });
}

/** The list, and the memory shown: as it was when it was selected, even after it has left the list. */
function useQueue() {
  const { list, narrow, ...rest } = useStaffList<
    StaffMemoryList,
    (typeof filterNames)[number],
    (typeof placeNames)[number]
  >('memories', { filters: filterNames, places: placeNames });
  const [{ shown, decided }, setState] = useState<ReviewState>({ decided: [] });
  const [isDeciding, setDeciding] = useState(false);
  const show = (wanted: StaffMemory | undefined) => setState((state) => ({ ...state, shown: wanted }));
  const memories = (list.data?.memories ?? []).filter((memory) => !decided.includes(seenKey(memory)));
  if (!shown && memories[0]) show(memories[0]);
  return {
    ...rest,
    list,
    memories,
    shown,
    show,
    narrow: (wanted: Parameters<typeof narrow>[0]) => {
      // The answer to a decision on its way is shown where it was made.
      if (!isDeciding) show(undefined);
      narrow(wanted);
    },
    isDeciding,
    setDeciding,
    showNext: (memory: StaffMemory) => {
      setState((state) => afterDecision(state, memories, memory));
      // The focused element is gone.
      requestAnimationFrame(() => focusOn('review'));
    },
  };
}

const places = { approve: '[data-act="approve"]', reason: 'textarea[name="reason"]', review: '#review' };

function focusOn(place: keyof typeof places): void {
  document.querySelector<HTMLElement>(places[place])?.focus();
}
