import type { StaffMemory } from '../../../shared/memories/staff-memories.ts';

/** What the page of the review remembers. */
export interface ReviewState {
  /** As it was when it was chosen. */
  shown?: StaffMemory | undefined;
  /** What was decided a moment ago still stands in a list that was read before. */
  decided: readonly string[];
}

/** A memory as it is seen: another file, state or check is something else to decide about. */
export function seenKey({ id, revision, state, checkedAt }: StaffMemory): string {
  return `${id} ${revision} ${state} ${checkedAt}`;
}

/** Goes on to the next of `memories`, unless another one is looked at meanwhile. */
export function afterDecision(
  { shown, decided }: ReviewState,
  memories: readonly StaffMemory[],
  memory: StaffMemory,
): ReviewState {
  const index = memories.findIndex(({ id }) => id === memory.id);
  return {
    shown: shown?.id === memory.id ? (memories[index + 1] ?? memories[index - 1]) : shown,
    decided: [...decided, seenKey(memory)],
  };
}

/** Until when it is open for you; null once that is over. */
export function stillOpenUntil({ openUntil }: Pick<StaffMemory, 'openUntil'>, now: number): string | null {
  return openUntil !== null && Date.parse(openUntil) > now ? openUntil : null;
}
