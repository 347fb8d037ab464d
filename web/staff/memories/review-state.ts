import type { StaffMemory } from '../../../shared/memories/staff-memories.ts';

export interface ReviewState {
  shown?: StaffMemory | undefined;
  /** Memories decided a moment ago, which are still in a list that was read before. */
  decided: readonly string[];
}

/** Identifies the version of a memory that was seen: another file, state or check needs a new decision. */
export function seenKey({ id, revision, state, checkedAt }: StaffMemory): string {
  return `${id} ${revision} ${state} ${checkedAt}`;
}

/** Moves on to the next of `memories`, unless another one has been opened in the meantime. */
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

/** When your access ends; null once it has ended. */
export function stillOpenUntil({ openUntil }: Pick<StaffMemory, 'openUntil'>, now: number): string | null {
  return openUntil !== null && Date.parse(openUntil) > now ? openUntil : null;
}
