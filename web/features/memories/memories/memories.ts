import { lazyComponent } from '../../../lib/lazy.ts';

/** What other features may use of memories, besides the queries. */

export { ChangeMemoryLink, ReplaceFileLink } from './approval.tsx';
export { MemoryCardSkeleton } from './memory-card-skeleton.tsx';
export type { DayOf, MemoryDay } from './memory-day.tsx';
export { memoryKinds, memoryPath } from './memory-facts.ts';
export { reachOfChoice, reachOfEdit } from './memory-reach.ts';
export { OwnMemoryCard } from './own-memory-card.tsx';
export { previewPath, SeeItAs } from './see-it-as.tsx';

export const DeleteInstead = lazyComponent(
  async () => (await import('./delete-on-death/delete-instead.tsx')).DeleteInstead,
);

export const GivenChoiceGroup = lazyComponent(
  async () => (await import('./given-choice-group.tsx')).GivenChoiceGroup,
);
