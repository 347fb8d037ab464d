import type { MemoryApproval } from '../../../../shared/memories/memories.ts';
import { isWritten } from '../../../../shared/memory-types.ts';
import type { Config } from '../../../platform/config.ts';
import { type Findings, inReview } from './findings.ts';
import type { MemoryRow } from './memories.table.ts';

// Whether the current revision of a memory may be delivered: all that can become of it. The columns are written from here.
//
//   checking ─check→ approved
//            └─────→ in_review, unreadable ─staff→ approved, rejected ─staff→ approved
//   any ─its owner changes what is checked→ checking

export type Approval = Pick<
  MemoryRow,
  'isApproved' | 'checkedAt' | 'checks' | 'heldReason' | 'heldAs' | 'reviewedAt' | 'reviewedBy'
>;

/** The columns of a new revision. */
export const unchecked: Approval = {
  isApproved: false,
  checkedAt: null,
  checks: null,
  heldReason: null,
  heldAs: null,
  reviewedAt: null,
  reviewedBy: null,
};

const waitsForReview = inReview("This waits for a person's review.");

/** The columns after its check has ended, with whatever result. */
export function afterCheck(
  { fault, checks }: Pick<Findings, 'fault' | 'checks'>,
  review: Config['memoryReview'],
  checkedAt: Date,
): Approval {
  const held = fault ?? (review === 'staff' ? waitsForReview : null);
  return {
    ...unchecked,
    isApproved: held === null,
    checkedAt,
    checks: checks ?? null,
    heldReason: held?.reason ?? null,
    heldAs: held?.heldAs ?? null,
  };
}

/** The decision of a member of staff. */
export interface Verdict {
  act: 'approve' | 'reject';
  /** If it is rejected, a sentence for the owner. */
  reason: string;
  /** The id of the member of staff. */
  by: string;
  at: Date;
}

/** The columns that a decision depends on. */
type Decided = Pick<MemoryRow, 'type' | 'heldAs' | 'checks'>;

/** Undefined if the memory's state does not allow it. */
export function afterVerdict(
  memory: Decided & Pick<MemoryRow, 'checkedAt'>,
  { act, reason, by, at }: Verdict,
): Approval | undefined {
  if (!mayBe(act, memory)) return undefined;
  const { checkedAt, checks } = memory;
  const reviewed = { ...unchecked, checkedAt, checks, reviewedAt: at, reviewedBy: by };
  return act === 'approve'
    ? { ...reviewed, isApproved: true }
    : { ...reviewed, heldReason: reason, heldAs: 'rejected' };
}

/** Whether staff may do this to a memory in its present state. */
export function mayBe(act: Verdict['act'] | 'open', memory: Decided): boolean {
  switch (act) {
    case 'open':
      return memory.heldAs !== null;
    case 'reject':
      return memory.heldAs === 'in_review' || memory.heldAs === 'unreadable';
    case 'approve':
      return memory.heldAs !== null && isSound(memory);
  }
}

/**
 * Whether what is stored is what was uploaded, and of a known type. Otherwise nobody could approve it as it is, and
 * its delivery would be stopped. A check that has got as far as looking for a disguise has established both.
 */
function isSound({ type, heldAs, checks }: Decided): boolean {
  if (isWritten(type)) return true;
  return checks ? checks.disguise !== undefined : heldAs === 'in_review';
}

export function approvalOf({ isApproved, heldAs }: Pick<MemoryRow, 'isApproved' | 'heldAs'>): MemoryApproval {
  return isApproved ? 'approved' : (heldAs ?? 'checking');
}
