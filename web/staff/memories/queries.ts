import { useQuery } from '@tanstack/react-query';
import type { OpenedMemory, StaffMemory } from '../../../shared/memories/staff-memories.ts';
import { write } from '../../lib/api/request.ts';
import { staffKey } from '../console/queries.ts';

/** The memory as it is now, also when it has left the list; `listed` until that is read. */
export function useStaffMemory(listed: StaffMemory) {
  return useQuery<StaffMemory>({
    queryKey: staffKey('memories', listed.id),
    placeholderData: listed,
    retry: false,
  });
}

/** What was opened; asked for as long as the opening lasts. */
export function useOpened({ id, openUntil }: StaffMemory) {
  return useQuery<OpenedMemory>({
    queryKey: staffKey('memories', id, 'opened'),
    enabled: openUntil !== null,
    gcTime: 0,
    retry: false,
  });
}

/** Decides about a memory, or opens it, as it was `seen`. */
export function sendReview<Answer>(
  { id, revision, state, checkedAt }: StaffMemory,
  act: 'approval' | 'rejection' | 'openings',
  reason: string,
): Promise<Answer> {
  const seen = { revision, state, checkedAt };
  return write<Answer>('POST', `/api/admin/memories/${id}/${act}`, { reason, seen });
}
