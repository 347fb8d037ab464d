import { useState } from 'react';
import type { StaffMemory } from '../../../shared/memories/staff-memories.ts';
import { BulkBar, useBulk, useChosen } from '../console/bulk.tsx';
import { ListKeysHelp } from '../console/list-keys.tsx';
import { QueueList, StaffPage } from '../console/queue-page.tsx';
import { FilterBar, MemoryRow } from './memory-list.tsx';
import { OpenDialog } from './opened-content.tsx';
import { bulkActs } from './requests.ts';
import { ReviewPanel } from './review-panel.tsx';
import { focusOn, useQueue, useReviewKeys } from './use-review.ts';

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
