/** What other features may use of memories, besides the queries. */

export { ChangeMemoryLink, ReplaceFileLink } from './approval.tsx';
export { DeleteInstead } from './delete-on-death/delete-instead.tsx';
export { GivenChoiceGroup } from './given-choice-group.tsx';
export { MemoryCardSkeleton } from './memory-card-skeleton.tsx';
export type { DayOf, MemoryDay } from './memory-day.tsx';
export { memoryKinds, memoryPath } from './memory-facts.ts';
export { reachOfChoice, reachOfEdit } from './memory-reach.ts';
export { OwnMemoryCard } from './own-memory-card.tsx';
export { previewPath, SeeItAs } from './see-it-as.tsx';
