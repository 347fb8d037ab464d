import type { MemoryApproval } from '../../../../shared/memories/memories.ts';
import type { CheckFinding, CheckFindings } from '../../../../shared/memories/memory-checks.ts';
import type { PacketReading } from '../../../platform/media/packets.ts';
import type { Picture } from '../../../platform/media/pictures.ts';
import type { Recording } from '../../../platform/media/recordings.ts';

/** What a check has found in a file. */
export interface Findings {
  fault?: Fault;
  /** What each part of the check found, as far as it got; for staff. */
  checks?: CheckFindings;
  picture?: Picture;
  /** The packets of a recording, if its container could be read. */
  packets?: PacketReading | undefined;
  /** What ffmpeg says about it, if installed. */
  recording?: Recording;
  durationSeconds?: number | null;
  /** The heights of its waveform; undefined if it has no sound or none that we can decode. */
  peaks?: number[] | undefined;
}

/** Why a file was not approved. */
export interface Fault {
  /** A sentence for the owner. */
  reason: string;
  /** Whether a person reviews it, or only another file from its owner helps. */
  heldAs: Exclude<HeldAs, 'rejected'>;
}

export type HeldAs = Extract<MemoryApproval, 'in_review' | 'unreadable' | 'rejected'>;

export const inReview = (reason: string): Fault => ({ reason, heldAs: 'in_review' });
export const unreadable = (reason: string): Fault => ({ reason, heldAs: 'unreadable' });

export const passed = (found: string | null = null): CheckFinding => ({ result: 'passed', found });
export const failed = (found: string | null): CheckFinding => ({ result: 'failed', found });
export const notSetUp = (found: string | null = null): CheckFinding => ({ result: 'not_set_up', found });
