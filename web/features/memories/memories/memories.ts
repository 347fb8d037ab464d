/** What other features may use of memories, besides the queries. */
export { GivenChoiceGroup } from './given-choice-group.tsx';
export { MemoryCard } from './memory-card.tsx';
export { MemoryCardSkeleton } from './memory-card-skeleton.tsx';
export type { DayOf, MemoryDay } from './memory-day.tsx';
export { useMemoryDeletion } from './memory-deletion.tsx';
export { memoryKinds } from './memory-kinds.ts';
export { memoryPath } from './memory-path.ts';
export { reachOfEdit } from './memory-reach.ts';
export { ChangeMemoryLink, ReplaceFileLink } from './replace-file-link.tsx';
export { SeeItAs } from './see-it-as.tsx';
