import { and, eq, isNull } from 'drizzle-orm';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { announce } from '../../../platform/events.ts';
import { record } from '../../system/audit/audit.ts';
import { announceToStaff } from '../../system/changes/changes.ts';
import { afterCheck } from './approval.ts';
import { convertLater } from './enqueue-check.ts';
import type { Findings } from './findings.ts';
import { type MemoryRow, memories } from './memories.table.ts';
import type { MemoryHooks } from './memory-hooks.ts';
import { noRenditions, type Renditions } from './renditions.ts';

/** What a check has found, and what pages show of the file. A letter is plain text and is approved without a check. */
export interface Outcome extends Findings {
  renditions: Renditions;
  /** What pages show of it still has to be made. */
  needsConversion?: boolean;
}

export const autoApproved: Outcome = { renditions: noRenditions };

/**
 * Approves one revision of a memory in `tx`, or holds it for a person's review with the reason. Returns the
 * settled memory; undefined if it has a newer revision or another check has settled it.
 */
export async function settleMemory(
  tx: Tx,
  services: Services,
  hooks: MemoryHooks,
  memory: MemoryRow,
  { durationSeconds, peaks, renditions, needsConversion, ...findings }: Outcome,
): Promise<MemoryRow | undefined> {
  const { config, clock } = services;
  const now = clock.now();
  const [settled] = await tx
    .update(memories)
    .set({
      ...afterCheck(findings, config.memoryReview, now),
      durationSeconds: durationSeconds ?? null,
      peaks: peaks ?? null,
      ...renditions,
    })
    .where(and(sameRevision(memory), isNull(memories.checkedAt)))
    .returning();
  if (!settled) return undefined;
  if (needsConversion) await convertLater(tx, services, memory);
  await recordOutcome(tx, now, settled);
  if (settled.isApproved) await hooks.afterApproval(tx, services, memory.id);
  else await announceToStaff(tx);
  await announce(tx, memory.userId, ['memories', 'stats']);
  return settled;
}

export function sameRevision({ id, revision }: MemoryRow) {
  return and(eq(memories.id, id), eq(memories.revision, revision));
}

async function recordOutcome(
  tx: Tx,
  now: Date,
  { id, userId, revision, heldReason }: MemoryRow,
): Promise<void> {
  const entry = { actor: 'system', userId, subjectId: id };
  await record(
    tx,
    now,
    heldReason === null
      ? { ...entry, action: 'memory.approved', details: { revision } }
      : { ...entry, action: 'memory.held', details: { revision, reason: heldReason } },
  );
}
