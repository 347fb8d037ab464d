import { type MemoryType, memoryTypes } from '../../../../../../shared/memory-types.ts';
import { useProfile } from '../../../../accounts/auth/sessions/queries.ts';
import { type BegunDraft, listBegun } from '../../drafts/drafts.ts';
import { useServerDrafts } from '../../drafts/queries.ts';
import { useStats } from '../../queries.ts';
import { usageOf } from '../memory-rules.ts';
import { changedIn, type MemoryValues, parseValues } from '../memory-values.ts';
import { draftParameter } from '../new-sheet.ts';

export interface BegunMemory extends BegunDraft<MemoryValues> {
  type: MemoryType;
  /** There was no room for it when it was written, and there is now. */
  isWaitOver: boolean;
}

/** New memories that were begun and not kept yet, on any device; newest first. */
export function useBegunMemories(): BegunMemory[] {
  const begun = useBegun(isMemoryType);
  const { data: stats } = useStats();
  return begun.flatMap((draft) => {
    const type = memoryTypes.find((known) => known === draft.kind);
    if (!type) return [];
    const hasRoom = stats !== undefined && !usageOf(type, stats).isFull;
    return [{ ...draft, type, isWaitOver: hasRoom && draft.values.waitsForPlan !== '' }];
  });
}

export interface BegunChanges extends BegunDraft<MemoryValues> {
  memoryId: string;
}

/** Changes to memories that were begun and not uploaded yet, on any device; newest first. */
export function useBegunChanges(): BegunChanges[] {
  return useBegun((kind) => changedIn(kind) !== null).flatMap((draft) => {
    const memoryId = changedIn(draft.kind);
    return memoryId === null ? [] : [{ ...draft, memoryId }];
  });
}

/** Drafts of these kinds; none until those of the server are known, or it could not be asked. */
function useBegun(isWanted: (kind: string) => boolean): BegunDraft<MemoryValues>[] {
  const { data: profile } = useProfile();
  const { isSettled, list } = useServerDrafts();
  if (!profile || (!isSettled && !list)) return [];
  return listBegun(profile.id, list, isWanted, parseValues);
}

function isMemoryType(kind: string): boolean {
  return memoryTypes.some((type) => type === kind);
}

/** The page for continuing it. */
export function begunPath({ type, id }: Pick<BegunMemory, 'type' | 'id'>): string {
  return `/upload?type=${type}${draftParameter(id)}`;
}
