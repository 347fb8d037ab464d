import { useState } from 'react';
import type { StaffMemory, StaffMemoryList } from '../../../shared/memories/staff-memories.ts';
import { bulkKey } from '../console/bulk.tsx';
import { useListKeys } from '../console/list-keys.tsx';
import { useStaffList } from '../console/queries.ts';
import { filterNames } from './memory-list.tsx';
import { afterDecision, type ReviewState, seenKey, stillOpenUntil } from './review-state.ts';

const placeNames = ['afterSince', 'after'] as const;

interface ReviewKeys {
  memories: readonly StaffMemory[];
  shown: StaffMemory | undefined;
  choose: (id: string) => void;
  onOpen: (memory: StaffMemory) => void;
  isOff: boolean;
}

export function useReviewKeys({ memories, shown, choose, onOpen, isOff }: ReviewKeys) {
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
      bulkKey,
      { key: 'a', label: 'to Approve', act: () => focusOn('approve') },
      { key: 'r', label: 'to the reason and Reject', act: () => focusOn('reason') },
    ],
    isOff,
  });
}

/** The list, and the memory shown: as it was when it was selected, even after it has left the list. */
export function useQueue() {
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
      // The response to a decision is shown at the memory it was made for.
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

export function focusOn(place: keyof typeof places): void {
  document.querySelector<HTMLElement>(places[place])?.focus();
}
