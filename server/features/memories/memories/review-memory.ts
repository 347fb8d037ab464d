import { eq } from 'drizzle-orm';
import type { SeenMemory, StaffMemoryAct } from '../../../../shared/memories/staff-memories.ts';
import { requireAsSeen } from '../../../platform/as-seen.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/database.ts';
import { AppError, requireFound } from '../../../platform/errors.ts';
import { announce } from '../../../platform/events.ts';
import type { RequireMayActOn } from '../../accounts/auth/staff/staff.ts';
import { enqueueMail } from '../../outbox/messages/mails/mails.ts';
import { type AuditAction, record } from '../../system/audit/audit.ts';
import { announceToStaff } from '../../system/changes/changes.ts';
import { afterVerdict, approvalOf, mayBe, type Verdict } from './approval.ts';
import { convertLater } from './enqueue-check.ts';
import { type MemoryRow, memories } from './memories.table.ts';
import type { MemoryHooks } from './memories.ts';
import { lockForStaff, recordOpening } from './openings.ts';

/** A staff action on a memory: who acts, why, and the memory as they saw it. */
export interface StaffReview {
  /** The id of the member of staff. */
  actor: string;
  memoryId: string;
  reason: string;
  seen: SeenMemory;
}

/** What upper districts pass in. */
interface Upper {
  requireMayActOn: RequireMayActOn;
  hooks: MemoryHooks;
}

/**
 * Approves a memory, which starts what waited for it, or rejects it with a reason that its owner reads. 404 for an unknown
 * memory; 409 for one's own, or where one stands to gain, if its state does not allow it, or if it is no longer as `seen`.
 */
export function reviewMemory(
  services: Services,
  { requireMayActOn, hooks }: Upper,
  act: Verdict['act'],
  by: StaffReview,
): Promise<void> {
  const { actor, reason } = by;
  return inTransaction(services.db, async (tx) => {
    const before = await lockForReview(tx, requireMayActOn, by, act);
    const now = services.clock.now();
    const decided = requireFound(afterVerdict(before, { act, reason, by: actor, at: now }));
    const [row] = await tx.update(memories).set(decided).where(eq(memories.id, before.id)).returning();
    const after = requireFound(row);
    await recordReview(tx, now, by, before, after);
    if (after.isApproved) await startWhatWaited(tx, services, hooks, after);
    else await tellOwnerLater(tx, services, after);
    await announce(tx, after.userId, ['memories', 'schedules', 'stats']);
    await announceToStaff(tx);
  });
}

/** Lets a member of staff look at the current revision for a while; its owner sees that they did. Errors as for `reviewMemory`. */
export function openMemory(
  services: Services,
  { requireMayActOn }: Pick<Upper, 'requireMayActOn'>,
  by: StaffReview,
): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    await recordOpening(tx, services, await lockForReview(tx, requireMayActOn, by, 'open'), by);
  });
}

async function lockForReview(
  tx: Tx,
  requireMayActOn: RequireMayActOn,
  { memoryId, actor, seen }: StaffReview,
  act: StaffMemoryAct,
): Promise<MemoryRow> {
  const memory = await lockForStaff(tx, memoryId, actor);
  await requireMayActOn(tx, actor, memory.userId);
  requireUnchanged(seen, memory);
  if (!mayBe(act, memory)) throw new AppError('conflict', refusals[act]);
  return memory;
}

const refusals: Record<StaffMemoryAct, string> = {
  approve: 'This file cannot be approved: it is not as it was uploaded, or is of a kind that we do not know.',
  reject: 'This memory is not waiting for a review',
  open: 'This memory is not waiting for a review',
};

/** Nobody decides about something they have not seen. */
function requireUnchanged(seen: SeenMemory, memory: MemoryRow): void {
  const state = approvalOf(memory);
  const isChanged = seen.revision !== memory.revision;
  requireAsSeen('memory', {
    revision:
      isChanged &&
      `Its owner changed it: you saw version ${seen.revision}, and it is version ${memory.revision} now`,
    state: seen.state !== state && `It was ${stateLabels[seen.state]}, and is ${stateLabels[state]} now`,
    checkedAt:
      !isChanged &&
      seen.checkedAt?.getTime() !== memory.checkedAt?.getTime() &&
      'It was checked again: the findings may have changed',
  });
}

const stateLabels: Record<SeenMemory['state'], string> = {
  approved: 'approved',
  checking: 'being checked',
  in_review: 'waiting for a review',
  unreadable: 'waiting for another file',
  rejected: 'rejected',
};

async function recordReview(
  tx: Tx,
  now: Date,
  { actor, reason }: StaffReview,
  before: MemoryRow,
  after: MemoryRow,
): Promise<void> {
  const action: AuditAction = after.isApproved ? 'memory.approved-by-staff' : 'memory.rejected-by-staff';
  const { id: subjectId, userId } = after;
  await record(tx, now, {
    action,
    actor,
    userId,
    subjectId,
    reason,
    before: factsOf(before),
    after: factsOf(after),
  });
}

function factsOf(memory: MemoryRow) {
  return { state: approvalOf(memory), revision: memory.revision };
}

async function startWhatWaited(
  tx: Tx,
  services: Services,
  hooks: MemoryHooks,
  memory: MemoryRow,
): Promise<void> {
  await hooks.afterApproval(tx, services, memory.id);
  // The check makes no renditions of a file in which it found something.
  if (memory.fileKey && !memory.displayKey) await convertLater(tx, services, memory);
}

async function tellOwnerLater(tx: Tx, services: Services, memory: MemoryRow): Promise<void> {
  const { id: subjectId, userId, revision } = memory;
  await enqueueMail(tx, services, {
    kind: 'memory-rejected',
    userId,
    subjectId,
    details: { revision: String(revision) },
  });
}
