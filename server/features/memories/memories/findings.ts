import type { MemoryApproval } from '../../../../shared/memories/memories.ts';
import type { PacketReading } from '../../../platform/media/packets.ts';
import type { Picture } from '../../../platform/media/pictures.ts';
import type { Recording } from '../../../platform/media/recordings.ts';

/** What a check has found in a file. */
export interface Findings {
  fault?: Fault;
  picture?: Picture;
  /** What the packets of a recording are, where its container could be read. */
  packets?: PacketReading | undefined;
  /** What ffmpeg says of it, where it is installed. */
  recording?: Recording;
  durationSeconds?: number | null;
}

/** Why a file was not approved. */
export interface Fault {
  /** A sentence for the owner. */
  reason: string;
  /** Whether a person looks at it, or only another file from its owner helps. */
  heldAs: HeldAs;
}

export type HeldAs = Extract<MemoryApproval, 'in_review' | 'unreadable'>;

export const inReview = (reason: string): Fault => ({ reason, heldAs: 'in_review' });
export const unreadable = (reason: string): Fault => ({ reason, heldAs: 'unreadable' });

/** What a new revision begins with. */
export const unchecked = { isApproved: false, checkedAt: null, heldReason: null, heldAs: null };
