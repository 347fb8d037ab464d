import type { MemoryType } from '../../../../../shared/memories/memories.ts';

/** The page on which a memory of this type is composed; for that recipient, where one is given. */
export function composePath(type: MemoryType, recipientId: string | null): string {
  return `/upload?type=${type}${recipientId ? `&for=${recipientId}` : ''}`;
}
