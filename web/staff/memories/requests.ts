import { useQuery } from '@tanstack/react-query';
import type { OpenedMemory, StaffMemory } from '../../../shared/memories/staff-memories.ts';
import { write } from '../../lib/api/request.ts';
import type { BulkAct } from '../console/bulk-run.ts';
import { counted } from '../console/format.ts';
import { staffKey } from '../console/queries.ts';

/** The memory as it is now, even after it has left the list; `listed` until it has been read. */
export function useStaffMemory(listed: StaffMemory) {
  return useQuery<StaffMemory>({
    queryKey: staffKey('memories', listed.id),
    placeholderData: listed,
    retry: false,
  });
}

export function useOpened({ id, openUntil }: StaffMemory) {
  return useQuery<OpenedMemory>({
    queryKey: staffKey('memories', id, 'opened'),
    enabled: openUntil !== null,
    gcTime: 0,
    retry: false,
  });
}

/** Decides about a memory, or opens it, in the state in which it was `seen`. */
export function sendReview<Answer>(
  { id, revision, state, checkedAt }: StaffMemory,
  act: 'approval' | 'rejection' | 'openings',
  reason: string,
): Promise<Answer> {
  const seen = { revision, state, checkedAt };
  return write<Answer>('POST', `/api/admin/memories/${id}/${act}`, { reason, seen });
}

const memories = (count: number) => counted(count, 'memory', 'memories');
const nameOf = ({ title, owner }: StaffMemory) => `“${title}” of ${owner.name}`;

export const bulkActs: readonly BulkAct<StaffMemory>[] = [
  {
    name: 'approve',
    title: 'Approve these memories',
    what: (count) => `Approve ${count}`,
    will: (count) => `${memories(count)} can be delivered then`,
    did: (count) => `${memories(count)} approved.`,
    fits: (memory) => memory.acts.includes('approve') && needsNoLook(memory),
    refusalOf: (memory) =>
      memory.acts.includes('approve')
        ? 'a check found something; decide about it by itself'
        : refusal(memory),
    nameOf,
    send: (memory, reason) => sendReview(memory, 'approval', reason),
  },
  {
    name: 'reject',
    title: 'Reject these memories',
    what: (count) => `Reject ${count}`,
    will: (count) => `${memories(count)} will not be delivered unless their owners replace them`,
    did: (count) => `${memories(count)} rejected.`,
    fits: ({ acts }) => acts.includes('reject'),
    refusalOf: refusal,
    nameOf,
    send: (memory, reason) => sendReview(memory, 'rejection', reason),
    isDangerous: true,
    reasonNote: 'Each of the owners reads it',
  },
];

/** Nothing was found: it waits only because a check could not run. Findings are decided one at a time. */
export function needsNoLook({ checks }: StaffMemory): boolean {
  return checks.length > 0 && checks.every(({ result }) => result === 'passed' || result === 'not_set_up');
}

function refusal({ isYours }: StaffMemory): string {
  return isYours ? 'it is your own; a colleague decides' : 'it is not to be decided now';
}
